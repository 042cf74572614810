package io.c5c3.controlplane.catalogue;

import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.rotation.Login;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells Keystone of the plane's services, and gives each a user with an application credential. Keystone has no watch: it is asked when
 * something we know of has changed, and every few minutes in case somebody changed something behind our back.
 *
 * @param administrator who does it
 * @param password of the administrator
 * @param entries the services, besides identity itself, which its own bootstrap registers
 * @param deletes whether a service that leaves takes along what it made in Keystone for users
 */
public record CatalogueStep(
        String administrator, SecretKeyRef password, String region, List<CatalogueEntry> entries, boolean deletes)
        implements Step {

    private static final Duration CHECK = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration LATER = Duration.ofSeconds(30);

    /** How long a deletion waits for a Keystone that does not answer: a restart takes less. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    public CatalogueStep {
        entries = List.copyOf(entries);
    }

    @Override
    public Outcome run(Work work) {
        var door = Door.find(work, administrator, password);
        if (door.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForKeystone",
                            "Keystone/" + Door.KEYSTONE + " has not told its endpoint yet, Service/" + Door.KEYSTONE
                                    + " has no address, or Secret/" + password.name() + " has no " + password.key()
                                    + ".")
                    .on(keystone(work));
        }
        var recently = work.port(Recently.class);
        var holds = recently.holds(subject(work), state(work, door.get()), work.now(), CHECK);
        if (holds.isPresent() && !presses(work)) {
            return registered().again(holds.get());
        }
        try {
            var outcome = checked(work, door.get());
            if (outcome.succeeded()) {
                recently.checked(subject(work), state(work, door.get()), work.now());
            }
            return outcome;
        } catch (IdentityUnavailable e) {
            return Outcome.waiting("WaitingForKeystone", "Keystone/" + Door.KEYSTONE + ": " + e.getMessage() + ".")
                    .on(keystone(work))
                    .retry(SOON);
        } catch (IdentityFailure e) {
            return Outcome.failed(
                            "CatalogueRefused",
                            "Keystone/" + Door.KEYSTONE + " does not take the services of the plane: " + e.getMessage()
                                    + ".")
                    .on(keystone(work));
        }
    }

    /** Whether an application credential is to take the place of another, and it is not time alone that is waited for. */
    private boolean presses(Work work) {
        return logins().stream().anyMatch(entry -> {
            var secret = SecretText.of(work, entry.secret());
            return entry.turns()
                    .presses(
                            work,
                            new Login(
                                    secret.getOrDefault(LoginSecret.ID, ""),
                                    secret.getOrDefault(LoginSecret.SECRET, "")));
        });
    }

    private Outcome checked(Work work, Door door) throws IdentityFailure {
        var visit = new Visit(work, door, Mark.of(work), region);
        var session = visit.enter(door.administrator());
        if (session.isEmpty()) {
            return Outcome.waiting(
                            "AdministratorRefused",
                            "Keystone/" + Door.KEYSTONE + " does not let " + administrator
                                    + " in with the password of Secret/" + password.name() + ".")
                    .on(Ref.of(Secret.class, work.namespace(), password.name()))
                    .retry(LATER);
        }
        var problem = registered(visit, session.get());
        return problem.orElseGet(() -> registered().again(CHECK));
    }

    /** Brings Keystone to what the plane wants; what only a person can mend does not keep the other services waiting. */
    private Optional<Outcome> registered(Visit visit, IdentitySession session) throws IdentityFailure {
        var registry = Registry.read(session, visit.mark(), region);
        // First the services: each remembers its user, so that one is not left over without the other.
        var taken =
                registry.ensure(entries.stream().filter(CatalogueEntry::listed).toList());
        var members = entries.isEmpty() ? Members.read(session) : Members.ensure(session);
        var domains = Domains.read(visit, session, entries);
        var accounts = new Accounts(visit, session, members, domains);
        var problems = new ArrayList<>(taken.values());
        for (var entry : logins()) {
            if (!taken.containsKey(entry)) {
                accounts.ensure(entry).ifPresent(problems::add);
            }
        }
        new Departure(session, visit.mark(), registry, members, domains, deletes)
                .removeAllBut(logins().stream().map(CatalogueEntry::user).collect(Collectors.toUnmodifiableSet()));
        return problems.stream().findFirst();
    }

    private List<CatalogueEntry> logins() {
        return entries.stream().filter(CatalogueEntry::logsIn).toList();
    }

    private Outcome.Done registered() {
        return Outcome.done(
                "CatalogueRegistered",
                entries.isEmpty()
                        ? "The plane has no service to register besides identity."
                        : "Keystone knows in " + region + ": "
                                + entries.stream()
                                        .map(CatalogueEntry::name)
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + ".");
    }

    private String subject(Work work) {
        return work.owner().getMetadata().getUid() + "/catalogue";
    }

    /** Everything we know that decides what Keystone should say. */
    private String state(Work work, Door door) {
        var secrets = new ArrayList<>(List.of(password.name()));
        logins().forEach(entry -> secrets.add(entry.secret()));
        return Digest.of(Map.of(
                "administrator", administrator,
                "region", region,
                "entries", entries,
                "deletes", deletes,
                "door", door.fingerprint(),
                "secrets", work.digest(secrets)));
    }

    /** Where the plane's Keystone is, or will be. */
    public static Ref keystone(Work work) {
        return Door.keystone(work);
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return logins().stream()
                .map(entry -> Ref.of(Secret.class, namespace, entry.secret()))
                .toList();
    }

    /** Takes everything of ours out of a Keystone that stays. One that goes too keeps nobody waiting, one that does not answer not for ever. */
    @Override
    public Outcome teardown(Work work) {
        work.port(Recently.class).forget(subject(work));
        // They go with their Secrets, whatever becomes of Keystone.
        logins().forEach(entry -> entry.turns().forget(work));
        var door = Door.find(work, administrator, password);
        if (door.isEmpty() || leaves(work)) {
            return Outcome.skipped("There is no Keystone to take the services out of.");
        }
        try {
            var none = new CatalogueStep(administrator, password, region, List.of(), deletes);
            var outcome = none.checked(work, door.get());
            return outcome.succeeded()
                    ? Outcome.skipped("Keystone no longer knows the services of the plane.")
                    : kept(work, outcome.message());
        } catch (IdentityFailure e) {
            return kept(work, e.getMessage() + ".");
        }
    }

    private static boolean leaves(Work work) {
        return work.neighbour(Keystone.class, Door.KEYSTONE)
                .filter(keystone -> keystone.getMetadata().getDeletionTimestamp() != null)
                .isPresent();
    }

    /** An answer that was lost is no answer: users and endpoints that nobody removes would stay for good. */
    private static Outcome kept(Work work, String cause) {
        var message = "Keystone/" + Door.KEYSTONE + " keeps services and users of the plane: " + cause;
        return work.deletedFor().compareTo(PATIENCE) > 0
                ? Outcome.mistake("CatalogueKept", message)
                : Outcome.waiting("CatalogueKept", message).on(keystone(work)).retry(SOON);
    }
}
