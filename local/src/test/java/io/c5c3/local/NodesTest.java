package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodesTest {
    @TempDir
    Path folder;

    private Layout layout;

    @BeforeEach
    void prepare() {
        layout = new Layout("x", folder);
    }

    @Test
    void thereIsOneAtFirst() {
        assertThat(Nodes.wanted(layout, Optional.empty()).list())
                .extracting(Node::name)
                .containsExactly("x");
    }

    @Test
    void theirNumberIsRememberedAndGrows() {
        Nodes.wanted(layout, Optional.of(2)).remember();

        assertThat(Nodes.wanted(layout, Optional.empty()).count()).isEqualTo(2);
        assertThat(Nodes.wanted(layout, Optional.of(3)).list())
                .extracting(Node::name)
                .containsExactly("x", "x-2", "x-3");
    }

    @Test
    void noneIsTakenAway() {
        new Nodes(layout, 3).remember();

        assertThatThrownBy(() -> Nodes.wanted(layout, Optional.of(2)))
                .isInstanceOf(LocalException.class)
                .hasMessage(
                        "The local cluster x has 3 nodes, and a node that is taken away takes the volumes on it along:"
                                + " leave --nodes out to keep them, stop one with './c5c3 node stop x-3', or begin anew with"
                                + " './c5c3 down --purge'.");
    }

    @Test
    void theirNumberHasBounds() {
        for (var count : new int[] {0, 33}) {
            assertThatThrownBy(() -> Nodes.wanted(layout, Optional.of(count)))
                    .hasMessage("A local cluster has 1 to 32 nodes, not " + count + ".");
        }
    }

    @Test
    void anUnknownOneIsToldWithThoseThereAre() {
        new Nodes(layout, 2).remember();

        assertThatThrownBy(() -> Nodes.known(layout).named("x-7"))
                .hasMessage("There is no node 'x-7' in the local cluster. There are: x, x-2.");
    }
}
