package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How long pods that keep nothing on their node wait there for it to come back, once Kubernetes has called it lost. Kubernetes itself would
 * leave them there for five minutes, and what there is one of would be away as long.
 */
public final class LostNode {

    private static final String PREFIX = "node.kubernetes.io/";
    private static final String EFFECT = "NoExecute";

    private LostNode() {}

    public static List<Toleration> leftAfter(Duration wait) {
        return leftAfter(wait, List.of());
    }

    /** What somebody has said of lost nodes stands. */
    public static List<Toleration> leftAfter(Duration wait, List<Toleration> said) {
        return Stream.concat(
                        said.stream(),
                        Stream.of(PREFIX + "not-ready", PREFIX + "unreachable")
                                .filter(taint -> said.stream().noneMatch(given -> speaksOf(given, taint)))
                                .map(taint -> new TolerationBuilder()
                                        .withKey(taint)
                                        .withOperator("Exists")
                                        .withEffect(EFFECT)
                                        .withTolerationSeconds(wait.toSeconds())
                                        .build()))
                .toList();
    }

    private static boolean speaksOf(Toleration given, String taint) {
        return Objects.requireNonNullElse(given.getKey(), taint).equals(taint)
                && Objects.requireNonNullElse(given.getEffect(), EFFECT).equals(EFFECT);
    }
}
