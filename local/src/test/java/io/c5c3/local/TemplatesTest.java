package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.junit.jupiter.api.Test;

class TemplatesTest {
    @Test
    void everyPlaceNeedsAValueAndEveryValueAPlace() {
        assertThatThrownBy(() -> Templates.fill("network.json", "name", "x")).hasMessageContaining("pods");
        assertThatThrownBy(() -> Templates.fill("network.json", "name", "x", "pods", "y", "more", "z"))
                .hasMessageContaining("more");
    }

    @Test
    void addonsCarryADigestOfThemselves() {
        var objects = new Addons("x", new Addresses(142)).objects();

        assertThat(objects).extracting(HasMetadata::getKind).contains("Deployment", "StorageClass", "Service");
        assertThat(objects)
                .allSatisfy(object ->
                        assertThat(object.getMetadata().getAnnotations()).containsKey("local.c5c3.io/content"));
        assertThat(new Addons("x", new Addresses(142)).objects()).isEqualTo(objects);
    }
}
