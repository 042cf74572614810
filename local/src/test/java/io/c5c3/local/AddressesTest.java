package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressesTest {
    @Test
    void followFromTheName() {
        var addresses = Addresses.of("c5c3", Set.of());

        assertThat(addresses).isEqualTo(Addresses.of("c5c3", Set.of()));
        assertThat(addresses.block()).isBetween(100, 219);
        assertThat(Addresses.of("another", Set.of())).isNotEqualTo(addresses);
    }

    @Test
    void avoidWhatOthersUse() {
        var first = Addresses.of("c5c3", Set.of());

        assertThat(Addresses.of("c5c3", Set.of(first.block())).block()).isNotEqualTo(first.block());
    }

    @Test
    void sayWhenAllAreTaken() {
        var all = IntStream.range(0, 256).boxed().collect(Collectors.toSet());

        assertThatThrownBy(() -> Addresses.of("c5c3", all))
                .isInstanceOf(LocalException.class)
                .hasMessageContaining("remove a route");
    }

    @Test
    void readTakenBlocksFromRoutes() {
        var routes = """
                default via 192.168.1.1 dev eth0
                10.101.0.0/17 via 10.101.255.2 dev c5-other
                blackhole 10.130.1.0/24
                local 110.5.0.1 dev lo
                """;

        assertThat(Addresses.taken(routes)).containsExactly(101, 130);
    }

    @Test
    void doNotOverlap() {
        var addresses = new Addresses(142);

        assertThat(addresses.pods()).isEqualTo("10.142.0.0/17");
        assertThat(addresses.services()).isEqualTo("10.142.128.0/18");
        assertThat(addresses.node(1)).isEqualTo("10.142.255.2");
        assertThat(addresses.tunnel(1)).isEqualTo("10.142.254.2");
        assertThat(addresses.pods(1)).isEqualTo("10.142.0.0/22");
        assertThat(addresses.pods(2)).isEqualTo("10.142.4.0/22");
        assertThat(addresses.pods(Addresses.NODES)).isEqualTo("10.142.124.0/22");
        assertThat(Site.first(addresses.services())).isEqualTo("10.142.128.1");
    }
}
