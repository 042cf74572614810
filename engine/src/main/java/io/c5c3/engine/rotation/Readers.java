package io.c5c3.engine.rotation;

import io.c5c3.engine.Work;
import io.c5c3.engine.kube.LivePods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which turn of a login pods have. A Secret that tells pods a login says of which Secret and which turn it is; a workload writes the same on
 * its pods. So a pod without that, or with an earlier turn, may have started before, whatever the clocks say.
 */
public final class Readers {

    /** On Secrets that pods read, and on the pods: {@code <Secret of the login>=<turn>}, several with a comma between. */
    public static final String TURNS = "c5c3.io/login-turns";

    /** One that has not started yet may do so on a node that knows an older Secret. */
    private static final Set<String> ALIVE = Set.of("Pending", "Running", "Unknown");

    /** More names than this help nobody. */
    private static final int FEW = 5;

    private Readers() {}

    /** What the pods that read these Secrets are to be marked with; empty if no login in them has had a turn. */
    public static Optional<String> marks(Work work, Collection<String> secrets) {
        var marks = new TreeSet<String>();
        for (var secret : new TreeSet<>(secrets)) {
            work.find(Secret.class, secret).map(Readers::mark).ifPresent(marks::addAll);
        }
        return marks.isEmpty() ? Optional.empty() : Optional.of(String.join(",", marks));
    }

    private static List<String> mark(HasMetadata object) {
        var annotations = object.getMetadata().getAnnotations();
        var text = annotations == null ? "" : annotations.getOrDefault(TURNS, "");
        return Stream.of(text.split(",")).filter(one -> !one.isEmpty()).toList();
    }

    /** Those that may still have a login of before; in words, if there are any. */
    static Optional<String> behind(Work work, String credentials, long turns) {
        var readers = LivePods.in(work, Map.of(), ALIVE).stream()
                .filter(pod -> reads(work, pod, credentials))
                .toList();
        var behind = readers.stream()
                .filter(pod -> turn(pod, credentials) < turns)
                .map(pod -> "Pod/" + pod.getMetadata().getName())
                .toList();
        return behind.isEmpty()
                ? Optional.empty()
                : Optional.of((readers.size() - behind.size()) + " of " + readers.size() + " pods have the new login; "
                        + behind.stream().limit(FEW).collect(Collectors.joining(", "))
                        + (behind.size() > FEW ? " and " + (behind.size() - FEW) + " more" : "")
                        + " may still have the one before");
    }

    private static boolean reads(Work work, Pod pod, String credentials) {
        return secrets(pod)
                .flatMap(name -> work.find(Secret.class, name).stream())
                .anyMatch(secret -> mark(secret).stream().anyMatch(mark -> mark.startsWith(credentials + "=")));
    }

    private static long turn(HasMetadata object, String credentials) {
        return mark(object).stream()
                .filter(mark -> mark.startsWith(credentials + "="))
                .map(mark -> mark.substring(credentials.length() + 1))
                .filter(turn -> turn.matches("[0-9]{1,18}"))
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
    }

    /** Whether the Secret tells this turn of the login. */
    static boolean tells(Work work, String secret, String credentials, long turns) {
        return work.find(Secret.class, secret)
                .filter(there -> turn(there, credentials) >= turns)
                .isPresent();
    }

    private static Stream<String> secrets(Pod pod) {
        var volumes = pod.getSpec().getVolumes().stream().flatMap(volume -> {
            var own = Stream.ofNullable(volume.getSecret()).map(secret -> secret.getSecretName());
            var projected = Stream.ofNullable(volume.getProjected())
                    .flatMap(sources -> sources.getSources().stream())
                    .flatMap(source -> Stream.ofNullable(source.getSecret()))
                    .map(secret -> secret.getName());
            return Stream.concat(own, projected);
        });
        var variables = Stream.concat(
                        pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .flatMap(container -> {
                    var single = container.getEnv().stream()
                            .flatMap(variable -> Stream.ofNullable(variable.getValueFrom()))
                            .flatMap(source -> Stream.ofNullable(source.getSecretKeyRef()))
                            .map(key -> key.getName());
                    var whole = container.getEnvFrom().stream()
                            .flatMap(source -> Stream.ofNullable(source.getSecretRef()))
                            .map(secret -> secret.getName());
                    return Stream.concat(single, whole);
                });
        return Stream.concat(volumes, variables).filter(name -> name != null).distinct();
    }
}
