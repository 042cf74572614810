package io.c5c3.infrastructure.ceph;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whose cluster it is to be. What was once chosen stays, whatever is installed later: the data is there.
 *
 * @param problem what only a person can mend
 */
record Choice(CephStorage.Provider provider, Optional<Outcome> problem) {

    /** Under which it is written down. */
    static final String PROVIDER = "provider";

    static Choice of(CephStorage storage, Facts facts) {
        var spec = storage.getSpec();
        var before = before(storage, facts);
        var wanted = spec.provider() == CephStorage.Provider.Auto ? detected(spec, before, facts) : spec.provider();
        return new Choice(
                // Also while a change is refused: what is there must stay part of the plan, or it would be taken for
                // left over.
                before.orElse(wanted),
                Stream.of(changed(before, wanted), missing(wanted, facts), inconsistent(spec), tooSmall(spec, wanted))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** As it was written down; else by the keys of a cluster of our own, which a restore brings back and the status it does not. */
    private static Optional<CephStorage.Provider> before(CephStorage storage, Facts facts) {
        var names = new ClusterNames(storage.getMetadata().getName());
        var status = storage.getStatus();
        return Founding.noted(facts, storage, PROVIDER)
                .map(CephStorage.Provider::valueOf)
                .or(() -> Optional.ofNullable(status == null ? null : status.provider()))
                .or(() -> Stream.of(names.keys(), names.backup())
                                .anyMatch(secret ->
                                        facts.find(Secret.class, secret).isPresent())
                        ? Optional.of(CephStorage.Provider.BuiltIn)
                        : Optional.empty());
    }

    private static CephStorage.Provider detected(
            CephStorage.Spec spec, Optional<CephStorage.Provider> before, Facts facts) {
        if (spec.external() != null) {
            return CephStorage.Provider.External;
        }
        return before.filter(provider -> provider != CephStorage.Provider.External)
                .orElseGet(() ->
                        facts.serves(CephBlockPool.class) ? CephStorage.Provider.Rook : CephStorage.Provider.BuiltIn);
    }

    String describe() {
        return switch (provider) {
            case External -> "somebody else's";
            case Rook -> "Rook's";
            case Auto, BuiltIn -> "the operator's own";
        };
    }

    private static Optional<Outcome> changed(Optional<CephStorage.Provider> before, CephStorage.Provider wanted) {
        return before.filter(provider -> provider != wanted)
                .map(provider -> Outcome.mistake(
                        "ProviderChanged",
                        "The pools are in a cluster of provider: " + provider + ", and " + wanted
                                + " would be another one, without them: write provider: " + provider
                                + " again, or make a new CephStorage and move the data."));
    }

    private static Optional<Outcome> missing(CephStorage.Provider wanted, Facts facts) {
        return wanted == CephStorage.Provider.Rook && !facts.serves(CephBlockPool.class)
                ? Optional.of(Outcome.waiting(
                        "RookNotInstalled",
                        "This cluster does not serve the kind CephBlockPool: install Rook, or write another provider."))
                : Optional.empty();
    }

    private static Optional<Outcome> inconsistent(CephStorage.Spec spec) {
        var pools = CephStorageBlueprint.names(spec);
        var secrets = new HashSet<String>();
        for (var client : spec.clients()) {
            var unknown = Stream.concat(client.pools().stream(), client.readOnlyPools().stream())
                    .filter(pool -> !pools.contains(pool))
                    .findFirst();
            if (unknown.isPresent()) {
                return Optional.of(Outcome.mistake(
                        "UnknownPool",
                        "The client " + client.name() + " is to use the pool " + unknown.get()
                                + ", which is not in pools: add it there, or write one of " + String.join(", ", pools)
                                + "."));
            }
            if (client.pools().isEmpty()) {
                return Optional.of(Outcome.mistake(
                        "ClientWithoutPool",
                        "The client " + client.name() + " has no pool to write to: name one in its pools."));
            }
            if (!secrets.add(client.secretName())) {
                return Optional.of(Outcome.mistake(
                        "SecretSharedByClients",
                        "Two clients are to be written to Secret/" + client.secretName()
                                + ": give each a secretName of its own."));
            }
        }
        return spec.clients().isEmpty()
                ? Optional.of(Outcome.mistake(
                        "NoClients", "None of the pools is for a service: name the users of the pools in clients."))
                : Optional.empty();
    }

    private static Optional<Outcome> tooSmall(CephStorage.Spec spec, CephStorage.Provider wanted) {
        if (wanted != CephStorage.Provider.BuiltIn) {
            return Optional.empty();
        }
        var disks = spec.builtIn().osds();
        return spec.pools().stream()
                .filter(pool -> Objects.requireNonNullElse(pool.replicas(), 1) > disks)
                .findFirst()
                .<Outcome>map(pool -> Outcome.mistake(
                        "TooFewDisks",
                        "The pool " + pool.name() + " is to keep " + pool.replicas() + " copies, and there are " + disks
                                + " disks: write builtIn.osds: " + pool.replicas() + " or fewer replicas."))
                .or(() -> new ClusterOptions(spec.builtIn().config()).problem());
    }
}
