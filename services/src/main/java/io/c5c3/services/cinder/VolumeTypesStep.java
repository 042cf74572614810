package io.c5c3.services.cinder;

import io.c5c3.engine.Claim;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Thing;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceAccess.Door;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A volume type for each backend, under its name, so that people can choose where their volumes are. Types that do not say they were made
 * for the resource are people's: one that leads to the backend is as good as ours, and one that does not is in the way. One that was made
 * for a backend goes with it, once no volume has it.
 *
 * @param backends their names
 */
record VolumeTypesStep(ServiceAccess access, List<String> backends) implements Step {

    /** The extra spec that ties a type to a backend. */
    static final String BACKEND = "volume_backend_name";

    /** The extra spec that says who made a type. The scheduler pays no heed to those with a colon. */
    static final String MADE_FOR = "c5c3:owner";

    private static final Duration LIFE = Duration.ofMinutes(5);

    @Override
    public Outcome run(Work work) {
        var recently = work.port(Recently.class);
        var subject = Ref.of(work.owner()) + " volume types";
        var state = Digest.of(Map.of(
                "backends",
                backends,
                "login",
                work.digest(List.of(access.login().secret()))));
        var holds = recently.holds(subject, state, work.now(), LIFE);
        if (holds.isPresent()) {
            return done(holds.get());
        }
        return access.ask(work, Volumes.class, (volumes, door) -> {
            var problem = settle(work, volumes, door);
            if (problem.isEmpty()) {
                recently.checked(subject, state, work.now());
            }
            return problem.orElseGet(() -> done(LIFE));
        });
    }

    /** What is in the way of one type does not keep the others waiting. */
    private Optional<Outcome> settle(Work work, Volumes volumes, Door door) throws IdentityFailure {
        var there = volumes.types(door);
        Optional<Outcome> problem = Optional.empty();
        for (var backend : backends) {
            var specs = Map.of(BACKEND, backend, MADE_FOR, work.self().text());
            var type = there.stream().filter(old -> old.name().equals(backend)).findFirst();
            if (type.isEmpty()) {
                volumes.createType(door, new Volumes.Type("", backend, "Volumes of the backend " + backend, specs));
            } else if (!backend.equals(type.get().extraSpecs().get(BACKEND))) {
                var obstacle = Claim.obstacle(
                        work,
                        new Thing("volume-type", backend),
                        Ref.of(work.owner()).toString(),
                        owner(type.get()),
                        true);
                if (obstacle.isEmpty()) {
                    volumes.specify(door, type.get().id(), specs);
                }
                problem = problem.or(() -> obstacle);
            }
        }
        for (var type : there) {
            if (owner(type).filter(work.self()::same).isPresent() && !backends.contains(type.name())) {
                volumes.deleteUnusedType(door, type.id());
            }
        }
        return problem;
    }

    private static Optional<Owner> owner(Volumes.Type type) {
        return Owner.parse(type.extraSpecs().getOrDefault(MADE_FOR, ""));
    }

    private Outcome done(Duration again) {
        return Outcome.done(
                        "VolumeTypesAvailable",
                        backends.isEmpty()
                                ? "There is no backend to make a volume type for."
                                : "People can ask for volumes of the types " + String.join(", ", backends) + ".")
                .again(again);
    }
}
