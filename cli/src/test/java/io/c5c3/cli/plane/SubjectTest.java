package io.c5c3.cli.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.cluster.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubjectTest {
    private static final Kind KEYSTONE = new Kind(
            "keystone.openstack.c5c3.io",
            "v1alpha1",
            "Keystone",
            "keystones",
            Set.of("keystone", "keystones", "ks"),
            true,
            true);
    private static final List<HasMetadata> OBJECTS = Documents.parse("""
            {apiVersion: x/v1, kind: Keystone, metadata: {name: keystone, namespace: one}}
            ---
            {apiVersion: x/v1, kind: Keystone, metadata: {name: keystone, namespace: two}}
            ---
            {apiVersion: x/v1, kind: Keystone, metadata: {name: other, namespace: two}}
            """, "test").stream()
            .<HasMetadata>map(object -> object)
            .toList();

    @Test
    void kindsAreKnownInAnyCaseAndByShortNames() {
        assertThat(KEYSTONE.isCalled("Keystone")).isTrue();
        assertThat(KEYSTONE.isCalled("KS")).isTrue();
        assertThat(KEYSTONE.isCalled("glance")).isFalse();
    }

    @Test
    void aNameThatIsThereOnceIsEnough() {
        assertThat(Subject.choose(List.of(KEYSTONE), "other", OBJECTS)
                        .getMetadata()
                        .getNamespace())
                .isEqualTo("two");
    }

    @Test
    void ofTwoGroupsThatHaveTheKindOneIsNamed() {
        var twin = new Kind(
                "openstack.k8s.io",
                "v1alpha1",
                "Keystone",
                "openstackkeystones",
                Set.of("keystone", "openstackkeystone", "openstackkeystones", "osks"),
                true,
                true);
        assertThatThrownBy(() -> Subject.choose(List.of(KEYSTONE, twin), "keystone", OBJECTS))
                .hasMessageEndingWith("or by the name of the kind: keystones or openstackkeystones.");
    }

    @Test
    void otherwiseItSaysWhatThereIs() {
        assertThatThrownBy(() -> Subject.choose(List.of(KEYSTONE), "keystone", OBJECTS))
                .hasMessage(
                        "There are several: Keystone/keystone in one, Keystone/keystone in two. Say which with -n NAMESPACE.");
        assertThatThrownBy(() -> Subject.choose(List.of(KEYSTONE), "nope", OBJECTS))
                .hasMessage(
                        "There is no Keystone/nope. There is: Keystone/keystone in one, Keystone/keystone in two, Keystone/other in two.");
        assertThatThrownBy(() -> Subject.choose(List.of(KEYSTONE), "nope", List.of()))
                .hasMessage("There is no Keystone/nope. There is no Keystone at all.");
    }
}
