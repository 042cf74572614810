package io.c5c3.services.cinder;

import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.IdentityFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A volume type for each backend, under its name, so that people can choose where their volumes are. Types of other names are other
 * people's; one that was made for a backend goes with it, once no volume has it.
 *
 * @param backends their names
 */
record VolumeTypesStep(String condition, VolumesAccess access, List<String> backends) implements Step {

    /** The extra spec that ties a type to a backend. */
    static final String BACKEND = "volume_backend_name";

    /** The extra spec that says who made a type. The scheduler pays no heed to those with a colon. */
    static final String MADE_FOR = "c5c3:cinder";

    private static final Duration LIFE = Duration.ofMinutes(5);

    @Override
    public Outcome run(Work work) {
        var recently = work.port(Recently.class);
        var subject = Ref.of(work.owner()) + " " + condition;
        var state = Digest.of(Map.of(
                "backends",
                backends,
                "login",
                work.digest(List.of(access.login().secret()))));
        var holds = recently.holds(subject, state, work.now(), LIFE);
        if (holds.isPresent()) {
            return done(holds.get());
        }
        return access.ask(work, (volumes, door) -> {
            settle(volumes, door);
            recently.checked(subject, state, work.now());
            return done(LIFE);
        });
    }

    private void settle(Volumes volumes, Volumes.Access door) throws IdentityFailure {
        var there = volumes.types(door);
        for (var backend : backends) {
            var specs = Map.of(BACKEND, backend, MADE_FOR, access.name());
            var type = there.stream().filter(old -> old.name().equals(backend)).findFirst();
            if (type.isEmpty()) {
                volumes.createType(door, new Volumes.Type("", backend, "Volumes of the backend " + backend, specs));
            } else if (!backend.equals(type.get().extraSpecs().get(BACKEND))) {
                volumes.specify(door, type.get().id(), specs);
            }
        }
        for (var type : there) {
            if (access.name().equals(type.extraSpecs().get(MADE_FOR)) && !backends.contains(type.name())) {
                volumes.deleteUnusedType(door, type.id());
            }
        }
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
