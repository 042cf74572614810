package io.c5c3.tests.system;

import io.c5c3.local.LocalCluster;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What may befall a cloud of three nodes. */
enum Blow {
    /** Of one node. */
    PLUG_PULLED(true) {
        @Override
        Runnable strike(Field field) {
            var node = field.other(1 + field.chance().nextInt(2));
            field.cluster().node(node).stop(Progress.silent());
            return () -> field.cluster().node(node).start(Progress.silent());
        }
    },

    /** The first to go is the first to come back, so that it was away when the last was written to. */
    TWO_PLUGS_PULLED(true) {
        @Override
        Runnable strike(Field field) {
            var first = field.other(1 + field.chance().nextInt(2));
            var second = field.nodes().stream()
                    .skip(1)
                    .filter(node -> !node.equals(first))
                    .findFirst()
                    .orElseThrow();
            field.cluster().node(first).stop(Progress.silent());
            field.cluster().node(second).stop(Progress.silent());
            return () -> {
                field.cluster().node(first).start(Progress.silent());
                field.cluster().node(second).start(Progress.silent());
            };
        }
    },

    /** The API server's with them. */
    ALL_PLUGS_PULLED(false) {
        @Override
        Runnable strike(Field field) {
            field.cluster().stopNodes(Progress.silent());
            return () -> field.cluster().up(Progress.silent());
        }
    },

    WRITER_KILLED(false) {
        @Override
        Runnable strike(Field field) {
            field.kill(field.writer(), "mariadbd");
            return () -> {};
        }
    },

    LINE_CUT(false) {
        @Override
        Runnable strike(Field field) {
            var one = field.cluster().node(field.other(1));
            var other = field.cluster().node(field.other(2));
            one.cut(other, Progress.silent());
            return () -> one.mend(other, Progress.silent());
        }
    },

    DRAINED(false) {
        @Override
        Runnable strike(Field field) {
            var node = field.cluster().node(field.other(1 + field.chance().nextInt(2)));
            node.drain(Duration.ofMinutes(5), Progress.silent());
            return () -> node.start(Progress.silent());
        }
    };

    /** Whether the plane has to say that something is wrong before it is mended; what heals by itself may be too quick for that. */
    private final boolean told;

    Blow(boolean told) {
        this.told = told;
    }

    boolean told() {
        return told;
    }

    /** Returns what mends it. */
    abstract Runnable strike(Field field);

    /** Where it strikes. */
    record Field(LocalCluster cluster, KubernetesClient client, String namespace, RandomGenerator chance) {

        List<String> nodes() {
            return cluster.nodes().stream().map(node -> node.name()).toList();
        }

        /** One that is not the first. */
        String other(int number) {
            return nodes().get(number);
        }

        /** The pod behind the Service that clients use. */
        String writer() {
            return client
                    .resources(EndpointSlice.class)
                    .inNamespace(namespace)
                    .withLabel("kubernetes.io/service-name", "mariadb")
                    .list()
                    .getItems()
                    .stream()
                    .flatMap(slice -> slice.getEndpoints().stream())
                    .filter(endpoint ->
                            Boolean.TRUE.equals(endpoint.getConditions().getReady()))
                    .map(endpoint -> endpoint.getTargetRef().getName())
                    .findFirst()
                    .orElseThrow();
        }

        /** Ends a program of a pod without a chance to say goodbye. */
        void kill(String pod, String program) {
            var uid = client.pods()
                    .inNamespace(namespace)
                    .withName(pod)
                    .get()
                    .getMetadata()
                    .getUid();
            try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
                processes
                        .filter(process -> read(process.resolve("comm")).strip().equals(program))
                        .filter(process -> read(process.resolve("cgroup")).contains(uid))
                        .map(process -> Long.parseLong(process.getFileName().toString()))
                        .flatMap(pid -> ProcessHandle.of(pid).stream())
                        .forEach(ProcessHandle::destroyForcibly);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Processes end while they are looked at. */
        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                return "";
            }
        }
    }
}
