package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Ref;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessagingDeletionTest extends MessagingWorld {

    @Test
    void deletionTakesWhatWasMadeIfItIsToldTo() {
        policy = DeletionPolicy.Delete;
        ready();
        assertThat(broker.vhosts(address())).containsExactly("neutron");
        delete();
        assertThat(broker.vhosts(address())).isEmpty();
        assertThat(broker.users(address())).isEmpty();
        assertThat(simulation.find(Keystone.class, "service")).isEmpty();
    }

    @Test
    void deletionKeepsTheVirtualHostOtherwise() {
        ready();
        delete();
        assertThat(broker.vhosts(address())).containsExactly("neutron");
        assertThat(simulation.find(Keystone.class, "service")).isEmpty();
    }

    /** It is everybody's. */
    @Test
    void theCommonVirtualHostStays() {
        policy = DeletionPolicy.Delete;
        rabbitmq("rabbitmq", 1, Defaults.of(Tls.class));
        service();
        login(Map.of("username", "neutron", "password", "the-password", "vhost", "/"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        delete();
        assertThat(broker.vhosts(address())).containsExactly("/");
        assertThat(broker.users(address())).isEmpty();
    }

    @Test
    void deletionDoesNotHangForServersThatAreGone() {
        policy = DeletionPolicy.Delete;
        ready();
        simulation.cluster().take(Ref.of(RabbitMQ.class, "openstack", "rabbitmq"));
        simulation.settle();
        broker.away(true);
        delete();
        assertThat(simulation.find(Keystone.class, "service")).isEmpty();
    }

    @Test
    void deletionWaitsForServersThatAreAway() {
        policy = DeletionPolicy.Delete;
        ready();
        broker.away(true);
        delete();
        assertThat(simulation.find(Keystone.class, "service")).isPresent();
        assertThat(simulation
                        .report(Keystone.class, "service")
                        .orElseThrow()
                        .outcomes()
                        .get("MessagingReady")
                        .message())
                .contains("deletionPolicy: Retain");
        broker.away(false);
        simulation.settle();
        assertThat(simulation.find(Keystone.class, "service")).isEmpty();
    }
}
