package io.c5c3.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostNodeTest {

    private static final Duration WAIT = Duration.ofSeconds(30);

    private static Toleration said(String key, String effect) {
        return new TolerationBuilder()
                .withKey(key)
                .withOperator("Exists")
                .withEffect(effect)
                .withTolerationSeconds(600L)
                .build();
    }

    @Test
    void itIsLeftSoonBothWhenItSaysSoAndWhenItSaysNothing() {
        assertThat(LostNode.leftAfter(WAIT))
                .extracting(Toleration::getKey, Toleration::getEffect, Toleration::getTolerationSeconds)
                .containsExactly(
                        tuple("node.kubernetes.io/not-ready", "NoExecute", 30L),
                        tuple("node.kubernetes.io/unreachable", "NoExecute", 30L));
    }

    @Test
    void whatAPersonSaidOfLostNodesStands() {
        var unreachable = said("node.kubernetes.io/unreachable", "NoExecute");
        assertThat(LostNode.leftAfter(WAIT, List.of(unreachable)))
                .hasSize(2)
                .contains(unreachable)
                .anyMatch(toleration -> "node.kubernetes.io/not-ready".equals(toleration.getKey()));
    }

    @Test
    void whoToleratesEverythingIsLeftAlone() {
        var everything = new TolerationBuilder().withOperator("Exists").build();
        assertThat(LostNode.leftAfter(WAIT, List.of(everything))).containsExactly(everything);
    }

    @Test
    void otherTaintsSayNothingOfLostNodes() {
        assertThat(LostNode.leftAfter(WAIT, List.of(said("dedicated", "NoSchedule"))))
                .hasSize(3);
    }
}
