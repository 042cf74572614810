package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kill the process at any single write, or let that write fail, and start again: the same fixed point is reached, nothing that was
 * generated is generated again, and no Job runs twice.
 */
class CrashAnywhereMemoryTest {

    /** The process dies; no catch clause of the engine may swallow it. */
    private static final class Killed extends Error {
        Killed() {
            super("killed", null, false, false);
        }
    }

    /** In the record of what was founded: UIDs, and the mark that is made from them. */
    private static final Pattern IDENTITY =
            Pattern.compile("(?<=\"mark\":\")[0-9a-f]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final String SMALL = "{}";
    private static final String POLICY =
            "{deletionPolicy: Delete, services: {keystone: {replicas: 2, policyOverrides: {rules: {'identity:list_users': 'role:reader'}}}}}";
    private static final String ENCRYPTED =
            "{global: {tls: {enabled: true}, monitoring: {enabled: true}}, infrastructure: {memcached: {replicas: 3, memory: 1Gi},"
                    + " valkey: {provider: BuiltIn, replicas: 3, sentinel: {enabled: true}, persistence: {enabled: true}}}}";

    private static final String EXTRAS = "{cortex: {enabled: true}, tempest: {enabled: true, schedule: '0 2 * * *'}}";

    static Stream<String> planes() {
        return Stream.of(SMALL, POLICY, ENCRYPTED, EXTRAS);
    }

    private interface Fault {
        void strike(String write);
    }

    /** Lets the n-th write, counted from one, meet the fault before or after it happens; all others go through. */
    private static final class Once implements MemoryCluster.Interference {
        private final int at;
        private final boolean after;
        private final Fault fault;
        private int count;

        Once(int at, boolean after, Fault fault) {
            this.at = at;
            this.after = after;
            this.fault = fault;
        }

        @Override
        public void before(String write) {
            count++;
            if (!after && count == at) {
                fault.strike(write);
            }
        }

        @Override
        public void after(String write) {
            if (after && count == at) {
                fault.strike(write);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("planes")
    void killedAfterAnyWrite(String spec) {
        everywhere(spec, true, write -> {
            throw new Killed();
        });
    }

    @Test
    void killedBeforeAnyWrite() {
        everywhere(SMALL, false, write -> {
            throw new Killed();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 429, 500})
    void refusedAtAnyWrite(int code) {
        everywhere(POLICY, false, write -> {
            throw new KubernetesClientException("refused", code, null);
        });
    }

    @Test
    void theAnswerToAnyWriteIsLost() {
        everywhere(ENCRYPTED, true, write -> {
            throw new KubernetesClientException("connection reset", 0, null);
        });
    }

    private static void everywhere(String spec, boolean after, Fault fault) {
        var undisturbed = new Plane(spec);
        undisturbed.simulation.settle();
        assertThat(undisturbed.why(ControlPlane.class, "plane")).startsWith("True");
        var expected = shape(undisturbed.simulation);
        var writes = undisturbed.simulation.cluster().writes().size();
        for (var at = 1; at <= writes; at++) {
            var plane = new Plane(spec);
            plane.simulation.cluster().interfere(new Once(at, after, fault));
            untilSettled(plane.simulation);
            var survivors = secrets(plane.simulation);
            untilSettled(plane.simulation);
            assertThat(plane.why(ControlPlane.class, "plane"))
                    .as("fault at write %d of %d", at, writes)
                    .startsWith("True");
            assertThat(shape(plane.simulation))
                    .as("fault at write %d of %d", at, writes)
                    .isEqualTo(expected);
            assertThat(secrets(plane.simulation)).containsAllEntriesOf(survivors);
            assertThat(jobsThatRanTwice(
                            plane.simulation.cluster().writes(),
                            undisturbed.simulation.cluster().writes()))
                    .as("fault at write %d of %d", at, writes)
                    .isEmpty();
        }
    }

    private static void untilSettled(Simulation simulation) {
        try {
            simulation.settle();
        } catch (Killed | KubernetesClientException e) {
            // A status write is outside of any step; the runtime tries the whole look again, as a restarted process
            // does.
            simulation.settle();
        }
    }

    /** What there is, without what differs from run to run: identities, versions, times and random values. */
    private static Map<String, JsonNode> shape(Simulation simulation) {
        var shape = new TreeMap<String, JsonNode>();
        simulation.cluster().snapshot().forEach((name, node) -> {
            var copy = (ObjectNode) node.deepCopy();
            if ("Secret".equals(copy.path("kind").asText())) {
                copy.withObject("/data").properties().forEach(entry -> entry.setValue(copy.textNode("random")));
            }
            if (copy.at("/metadata/name").asText().endsWith("-founded")) {
                copy.withObject("/data")
                        .properties()
                        .forEach(entry -> entry.setValue(copy.textNode(
                                IDENTITY.matcher(entry.getValue().asText()).replaceAll("identity"))));
            }
            shape.put(name, keep(copy));
        });
        return shape;
    }

    private static JsonNode keep(ObjectNode node) {
        var metadata = node.withObject("/metadata");
        metadata.remove(
                List.of("uid", "resourceVersion", "creationTimestamp", "generation", "annotations", "ownerReferences"));
        node.remove("status");
        var template = node.at("/spec/template/metadata");
        if (template instanceof ObjectNode object) {
            object.remove("annotations");
        }
        return node;
    }

    private static Map<String, Object> secrets(Simulation simulation) {
        var values = new TreeMap<String, Object>();
        simulation
                .cluster()
                .list(Secret.class, Simulation.NAMESPACE, Map.of())
                .forEach(secret -> values.put(secret.getMetadata().getName(), secret.getData()));
        return values;
    }

    private static List<String> jobsThatRanTwice(List<String> writes, List<String> usual) {
        return writes.stream()
                .filter(write -> write.startsWith("create Job/"))
                .filter(write -> writes.stream().filter(write::equals).count()
                        > usual.stream().filter(write::equals).count())
                .distinct()
                .toList();
    }
}
