package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where things are kept: cache, state, repository. */
class PlacesTest {
    @Test
    void cacheFollowsTheEnvironment() {
        assertThat(Cache.directory(Map.of("C5C3_CACHE", "/a", "XDG_CACHE_HOME", "/b"), "/home/me"))
                .isEqualTo(Path.of("/a"));
        assertThat(Cache.directory(Map.of("XDG_CACHE_HOME", "/b"), "/home/me")).isEqualTo(Path.of("/b/c5c3"));
        assertThat(Cache.directory(Map.of(), "/home/me")).isEqualTo(Path.of("/home/me/.cache/c5c3"));
    }

    @Test
    void stateIsSystemWideForRootOnly() {
        var cache = Path.of("/home/me/.cache/c5c3");

        assertThat(Layout.stateRoot(Map.of(), true, cache)).isEqualTo(Path.of("/var/lib/c5c3"));
        assertThat(Layout.stateRoot(Map.of(), false, cache)).isEqualTo(cache.resolve("state"));
        assertThat(Layout.stateRoot(Map.of("C5C3_STATE", "/s"), true, cache)).isEqualTo(Path.of("/s"));
    }

    @Test
    void clusterNamesAreHostNames() {
        assertThatThrownBy(() -> new Layout("../etc", Path.of("/s"))).isInstanceOf(LocalException.class);
        assertThatThrownBy(() -> new Layout("UPPER", Path.of("/s"))).isInstanceOf(LocalException.class);
        assertThat(new Layout("it-123", Path.of("/s/it-123")).lock()).isEqualTo(Path.of("/s/.it-123.lock"));
    }

    /** A cluster may be called like another one's node. */
    @Test
    void nodesHavePlacesOfTheirOwn() {
        var first = Node.of(new Layout("x", Path.of("/s/x")), 1);
        var second = Node.of(new Layout("x", Path.of("/s/x")), 2);
        var namesake = Node.of(new Layout("x-2", Path.of("/s/x-2")), 1);

        assertThat(first.layout()).isEqualTo(new Layout("x", Path.of("/s/x")));
        assertThat(second.name()).isEqualTo("x-2").isEqualTo(namesake.name());
        assertThat(second.layout().root()).isNotEqualTo(namesake.layout().root());
        assertThat(second.cgroups().path())
                .isEqualTo("/c5c3/x/2")
                .isNotEqualTo(namesake.cgroups().path());
        assertThat(new Cable("x").ports(2)).doesNotContainAnyElementsOf(new Cable("x-2").ports(1));
    }

    @Test
    void zonesAreThree() {
        assertThat(new Nodes(new Layout("x", Path.of("/s/x")), 4).list())
                .extracting(Node::zone)
                .containsExactly("zone-1", "zone-2", "zone-3", "zone-1");
    }

    @Test
    void interfaceNamesFit() {
        assertThat(new Cable("c5c3").name()).isEqualTo("c5-c5c3");
        assertThat(new Cable("a-name-of-some-length").name()).hasSizeLessThanOrEqualTo(15);
        assertThat(new Cable("c5c3").ports(2)).containsExactly("c5-c5c3.2", "x5-c5c3.2", "t5-c5c3.2");
        assertThat(new Cable("a-name-of-some-length").ports(32))
                .allSatisfy(port -> assertThat(port).hasSizeLessThanOrEqualTo(15));
        assertThat(new Cable("a-name-of-some-length").outside())
                .hasSizeLessThanOrEqualTo(15)
                .isNotEqualTo(new Cable("a-name-of-some-length").name());
    }

    @Test
    void repositoryIsFoundUpward(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("local/modules"));
        var deep = Files.createDirectories(folder.resolve("cli/src/main"));

        assertThat(Home.upwardFrom(deep)).isEqualTo(folder);
    }

    @Test
    void sayWhenThereIsNoRepository(@TempDir Path folder) {
        assertThatThrownBy(() -> Home.upwardFrom(folder)).hasMessageContaining("C5C3_HOME");
    }
}
