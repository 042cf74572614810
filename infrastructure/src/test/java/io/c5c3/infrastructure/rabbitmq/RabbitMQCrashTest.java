package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills the operator at every single write, before and after it: whoever comes next finds its way, with the same password and cookie. */
class RabbitMQCrashTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyWriteMayBeTheLast(boolean afterwards) {
        var fatal = 1;
        while (survives(fatal, afterwards)) {
            fatal++;
        }
        assertThat(fatal).as("writes on the way to Ready").isGreaterThan(10);
    }

    /** Returns whether there was such a write at all. */
    private static boolean survives(int fatal, boolean afterwards) {
        var broker = new MemoryBroker();
        var world = new Simulation(List.of(new RabbitMQBlueprint()), new Ports().with(Broker.class, broker));
        world.add(RabbitMQSimulationTest.rabbitmq(3));
        var killer = new Killer(fatal, afterwards);
        world.cluster().interfere(killer);
        try {
            world.settle();
        } catch (Killed e) {
            world.settle();
        }
        assertThat(Conditions.ready(world.find(RabbitMQ.class, "rabbitmq").orElseThrow()))
                .as("write %s", fatal)
                .isTrue();
        // The servers took the first password they saw; had another one been made, it would have had to be changed.
        assertThat(broker.changes()).isEmpty();
        assertThat(cookie(world, "rabbitmq-erlang-cookie")).isEqualTo(cookie(world, "rabbitmq-erlang-cookie-backup"));
        return killer.left <= 0;
    }

    private static String cookie(Simulation world, String secret) {
        return world.find(Secret.class, secret).orElseThrow().getData().get("cookie");
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Killer implements MemoryCluster.Interference {
        private final boolean afterwards;
        private int left;

        Killer(int fatal, boolean afterwards) {
            this.left = fatal;
            this.afterwards = afterwards;
        }

        @Override
        public void before(String write) {
            left--;
            if (left == 0 && !afterwards) {
                throw new Killed();
            }
        }

        @Override
        public void after(String write) {
            if (left == 0 && afterwards) {
                throw new Killed();
            }
        }
    }
}
