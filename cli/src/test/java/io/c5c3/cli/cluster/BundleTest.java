package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Digest;
import org.junit.jupiter.api.Test;

class BundleTest {
    private static Bundle bundle() {
        return new Bundle(Documents.parse("""
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: c5c3-operator}, spec: {template: {spec: {}}}}
                ---
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: other}, spec: {template: {spec: {}}}}
                ---
                {apiVersion: v1, kind: Namespace, metadata: {name: c5c3-system}}
                ---
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: planes.c5c3.io}}
                """, "test"));
    }

    @Test
    void whatOthersNeedComesFirst() {
        assertThat(bundle().foundations())
                .extracting(object -> object.getKind())
                .containsExactly("Namespace", "CustomResourceDefinition");
        assertThat(bundle().rest()).hasSize(2);
    }

    @Test
    void onlyANewBuildRollsTheOperatorAndNothingElse() {
        var one = bundle().withImageBuild("operator-1").objects();
        var same = bundle().withImageBuild("operator-1").objects();
        var next = bundle().withImageBuild("operator-2").objects();
        assertThat(Digest.of(one.get(0))).isEqualTo(Digest.of(same.get(0))).isNotEqualTo(Digest.of(next.get(0)));
        assertThat(Digest.of(one.get(1))).isEqualTo(Digest.of(next.get(1)));
        assertThat(one.get(0).<Object>get("spec", "template", "metadata", "annotations"))
                .hasToString("{c5c3.io/image-build=operator-1}");
    }

    @Test
    void severalCopiesAreOnlyOfTheOperator() {
        var two = bundle().withCopies(2).objects();
        assertThat(two.get(0).<Object>get("spec", "replicas")).isEqualTo(2);
        assertThat(Digest.of(two.get(1))).isEqualTo(Digest.of(bundle().objects().get(1)));
    }
}
