package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.openstack.Valkey.Provider;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Optional;

/**
 * Who runs the servers. What was once chosen stays, whatever is installed later: the data is there.
 *
 * @param problem what only a person can mend
 */
record Choice(Provider provider, Optional<Outcome> problem) {

    /** Under which it is written down. */
    static final String PROVIDER = "provider";

    static Choice of(Valkey valkey, Facts facts) {
        var before = before(valkey, facts);
        var served = facts.serves(io.c5c3.api.foreign.Valkey.class);
        var written = valkey.getSpec().provider();
        var wanted = written == Provider.Auto ? before.orElse(served ? Provider.SAP : Provider.BuiltIn) : written;
        // Also while a change is refused: what is there must stay part of the plan, or it would be taken for left over.
        var provider = before.orElse(wanted);
        return new Choice(
                provider,
                changed(provider, wanted)
                        .or(() -> provider == Provider.SAP ? new SapServers(valkey).problem() : Optional.empty()));
    }

    /** As it was written down; else by the password of servers of our own, which a restore brings back and the status it does not. */
    private static Optional<Provider> before(Valkey valkey, Facts facts) {
        var names = new StoreNames(valkey);
        var status = valkey.getStatus();
        return Founding.noted(facts, valkey, PROVIDER)
                .map(Provider::valueOf)
                .or(() -> Optional.ofNullable(status == null ? null : status.provider()))
                .or(() -> facts.find(Secret.class, names.password()).map(made -> Provider.BuiltIn));
    }

    private static Optional<Outcome> changed(Provider before, Provider wanted) {
        return before == wanted
                ? Optional.empty()
                : Optional.of(Outcome.mistake(
                        "ProviderChanged",
                        "The data is in servers of provider: " + before + ", and " + wanted
                                + " would begin with none: write provider: " + before
                                + " again, or make a new Valkey."));
    }

    String describe() {
        return provider == Provider.SAP ? "SAP's operator runs the servers." : "The operator runs the servers itself.";
    }
}
