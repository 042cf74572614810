package io.c5c3.cli.plane;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster as a file: {@code src/test/golden/<case>/cluster.yaml}. What is said of it stands beside it; run the tests with
 * {@code -Dgolden.update=true} to write what the code says now, and review the difference.
 */
record Fixture(String name, List<GenericKubernetesResource> objects) implements Evidence {
    static final Instant NOW = Instant.parse("2026-01-10T12:10:00Z");
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    static Fixture of(String name) {
        return new Fixture(name, Documents.read(file(name, "cluster.yaml")));
    }

    private static Path file(String name, String file) {
        return Path.of("src/test/golden", name, file);
    }

    void says(String file, List<Text> lines) {
        says(file, lines.stream().map(Text::toString).collect(Collectors.joining("\n", "", "\n")));
    }

    void says(String file, String text) {
        var golden = file(name, file);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(golden, text);
            }
            assertThat(Files.exists(golden) ? Files.readString(golden) : "")
                    .as("%s (run the tests with -Dgolden.update=true to write it)", golden)
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Observed resource(String title) {
        return resources().stream()
                .filter(one -> one.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<Observed> resources() {
        return objects.stream().filter(Kind::isOurs).map(Observed::of).toList();
    }

    @Override
    public List<HasMetadata> workloads() {
        return Stream.of(all(Deployment.class), all(StatefulSet.class), all(Job.class))
                .<HasMetadata>flatMap(List::stream)
                .toList();
    }

    @Override
    public List<Pod> pods() {
        return all(Pod.class);
    }

    List<Event> events() {
        return all(Event.class);
    }

    @Override
    public List<Event> warnings() {
        return events().stream()
                .filter(event -> event.getType().equals("Warning"))
                .toList();
    }

    /** As on a local cluster. */
    static final LoadableImages IMAGES = new LoadableImages(Map.of("ghcr.io/c5c3/tempest:47.0.0", "tempest"));

    @Override
    public Optional<String> remedy(String trouble) {
        return IMAGES.remedy(trouble);
    }

    @Override
    public List<String> lastLines(Pod pod, String container, boolean previous) {
        return objects.stream()
                .filter(log -> log.getKind().equals("Log")
                        && log.getMetadata().getName().equals(pod.getMetadata().getName())
                        && container.equals(log.get("container"))
                        && log.<Boolean>get("previous") == previous)
                .flatMap(log -> log.<List<String>>get("lines").stream())
                .toList();
    }

    private <T extends HasMetadata> List<T> all(Class<T> type) {
        return objects.stream()
                .filter(object -> object.getKind().equals(type.getSimpleName()))
                .map(object -> SERIALIZATION.convertValue(object, type))
                .toList();
    }
}
