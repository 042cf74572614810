package io.c5c3.services.cinder;

import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.services.ServiceAccess;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether Cinder hears from its backup services. They are silent while they cannot reach the place where backups are kept, and the pod of
 * one that is silent runs all the same.
 *
 * @param name of the StatefulSet, after whose pods the services are called
 */
record BackupServicesStep(ServiceAccess access, String name, int replicas) implements Step {

    /** One that falls silent is said to be down after a minute. */
    private static final Duration LIFE = Duration.ofSeconds(60);

    private static final Duration RETRY = Duration.ofSeconds(2);

    @Override
    public Outcome run(Work work) {
        var hosts = hosts();
        if (hosts.isEmpty()) {
            return Outcome.waiting("NoReplicas", "backup.replicas: 0 asks for no pods, so nobody makes backups.");
        }
        var recently = work.port(Recently.class);
        var subject = Ref.of(work.owner()) + " backup services";
        var state = state(work);
        var holds = recently.holds(subject, state, work.now(), LIFE);
        if (holds.isPresent()) {
            return done(holds.get());
        }
        return access.ask(work, Volumes.class, (volumes, door) -> {
            var silent = new TreeSet<>(hosts);
            silent.removeAll(volumes.up(door, VolumeBackups.BINARY, hosts));
            if (!silent.isEmpty()) {
                return Outcome.waiting(
                                "BackupServiceDown",
                                "Cinder does not hear from these backup services: " + String.join(", ", silent)
                                        + ". They log why.")
                        .on(Ref.of(StatefulSet.class, work.namespace(), name))
                        .retry(RETRY);
            }
            recently.checked(subject, state, work.now());
            return done(LIFE);
        });
    }

    /** Each is called as its pod is. */
    private Set<String> hosts() {
        return IntStream.range(0, replicas)
                .mapToObj(number -> name + "-" + number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Anything that happened to the pods is a reason to ask again. */
    private String state(Work work) {
        return Digest.of(Map.of(
                name,
                work.find(StatefulSet.class, name)
                        .map(StatefulSet::getStatus)
                        .map(StatefulSetStatus::toString)
                        .orElse("")));
    }

    private Outcome done(Duration again) {
        return Outcome.done("BackupServicesUp", "Cinder hears from " + String.join(", ", hosts()) + ".")
                .again(again);
    }
}
