package io.c5c3.cli.plane;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import org.junit.jupiter.api.Test;

class ForestTest {

    @Test
    void resourcesThatClaimEachOtherStandOnceAndDoNotHang() {
        var resources = Documents.parse("""
                {apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, metadata: {name: root, namespace: n, uid: r}}
                ---
                {apiVersion: c5c3.io/v1alpha1, kind: A, metadata: {name: a, namespace: n, uid: a, labels: {c5c3.io/owner: b.c5c3.io_b}, ownerReferences: [{uid: r}]}}
                ---
                {apiVersion: c5c3.io/v1alpha1, kind: B, metadata: {name: b, namespace: n, uid: b, labels: {c5c3.io/owner: a.c5c3.io_a}}}
                """, "test").stream().map(Observed::of).toList();

        var all = Forest.all(Forest.of(resources).roots());

        assertThat(all).extracting(node -> node.resource().title()).containsExactly("ControlPlane/root", "A/a", "B/b");
    }

    @Test
    void aReadyResourceOfAnOlderGenerationIsNotReady() {
        var stale = Observed.of(Documents.parse("""
                apiVersion: c5c3.io/v1alpha1
                kind: ControlPlane
                metadata: {name: plane, namespace: n, uid: r, generation: 2}
                status: {conditions: [{type: Ready, status: "True", observedGeneration: 1}]}
                """, "test").getFirst());

        assertThat(stale.isReady()).isFalse();
    }

    @Test
    void anObjectFromBeforeTheWriteIsNotReadySinceTheWrite() {
        var before = Observed.of(Documents.parse("""
                apiVersion: c5c3.io/v1alpha1
                kind: ControlPlane
                metadata: {name: plane, namespace: n, uid: r, generation: 1}
                status: {conditions: [{type: Ready, status: "True", observedGeneration: 1}]}
                """, "test").getFirst());

        assertThat(before.isReadySince(1)).isTrue();
        assertThat(before.isReadySince(2)).isFalse();
    }
}
