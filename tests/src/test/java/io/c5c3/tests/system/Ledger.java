package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.cli.cluster.ClientPod;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Somebody who uses a cloud without rest and remembers what was acknowledged. They sit on the first node, which is only lost together with all
 * others; then {@link #goOn} puts them back, and what they had been told before is not forgotten.
 */
final class Ledger {

    private static final String NAME = "ledger";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** A line of what the cloud said. */
    private record Entry(Instant at, String verb, String rest) {
        static Stream<Entry> of(String line) {
            var words = line.split(" ", 3);
            return words.length < 2
                    ? Stream.empty()
                    : Stream.of(new Entry(
                            Instant.ofEpochMilli(Long.parseLong(words[0])),
                            words[1],
                            words.length > 2 ? words[2] : ""));
        }
    }

    private final Cli cli;
    private final KubernetesClient client;
    private final String namespace;
    private final List<Cli.Running> sittings = new ArrayList<>();

    Ledger(Cli cli, KubernetesClient client, String namespace, String plane, String node) {
        this.cli = cli;
        this.client = client;
        this.namespace = namespace;
        client.resource(deployment(ClientPod.deployment(namespace, plane), node))
                .create();
        goOn();
    }

    private static Deployment deployment(GenericKubernetesResource pod, String node) {
        var labels = Map.of("app.kubernetes.io/name", NAME);
        return new DeploymentBuilder(Serialization.unmarshal(Serialization.asYaml(pod), Deployment.class))
                .editMetadata()
                .withName(NAME)
                .withLabels(labels)
                .endMetadata()
                .editSpec()
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .editTemplate()
                .editMetadata()
                .withLabels(labels)
                .endMetadata()
                .editSpec()
                .withNodeSelector(Map.of("kubernetes.io/hostname", node))
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Sits down again if that came to an end; returns once the cloud lets somebody in. */
    void goOn() {
        var start = Instant.now();
        await("somebody uses the cloud").atMost(PATIENCE).until(() -> {
            if (sittings.isEmpty() || !sittings.getLast().process().isAlive()) {
                sittings.add(cli.start(inside(program("ledger.py"))));
            }
            return entries()
                    .anyMatch(
                            entry -> entry.verb().equals("login") && entry.at().isAfter(start));
        });
    }

    private static String[] inside(String namespace, String program) {
        return Cli.inside(namespace, "deploy/" + NAME, "python3", "-c", program);
    }

    private String[] inside(String program) {
        return inside(namespace, program);
    }

    private static String program(String name) {
        try (var stream = Objects.requireNonNull(Ledger.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<Entry> entries() {
        return sittings.stream().flatMap(sitting -> {
            try {
                var text = Files.readString(sitting.out());
                // The last line may still be written.
                return text.substring(0, text.lastIndexOf('\n') + 1).lines().flatMap(Entry::of);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    int logins() {
        return (int) entries().filter(entry -> entry.verb().equals("login")).count();
    }

    /** What the cloud said that it has. */
    List<String> acknowledged() {
        return entries()
                .filter(entry -> entry.verb().equals("made"))
                .map(Entry::rest)
                .toList();
    }

    /** How long nobody was let in, at the longest. */
    Duration longestWithoutLogin(Instant from, Instant to) {
        return longest("login", from, to);
    }

    /** How long nothing could be written, at the longest. */
    Duration longestWithoutWrite(Instant from, Instant to) {
        return longest("made", from, to);
    }

    private Duration longest(String verb, Instant from, Instant to) {
        var longest = Duration.ZERO;
        var last = from;
        for (var at : Stream.concat(
                        entries().filter(entry -> entry.verb().equals(verb)).map(Entry::at), Stream.of(to))
                .filter(at -> at.isAfter(from) && !at.isAfter(to))
                .sorted()
                .toList()) {
            var gap = Duration.between(last, at);
            longest = gap.compareTo(longest) > 0 ? gap : longest;
            last = at;
        }
        return longest;
    }

    /** Of what was acknowledged: what the cloud does not know any more, and tokens that it no longer believes. */
    Set<String> lost() {
        var acknowledged = acknowledged();
        var present = cli.run(inside(program("present.py")));
        assertThat(present.exitCode()).as(present.both()).isZero();
        var lost = new HashSet<>(acknowledged);
        present.out().lines().toList().forEach(lost::remove);
        entries().filter(entry -> entry.verb().equals("lost")).map(Entry::rest).forEach(lost::add);
        return lost;
    }

    void leave() {
        sittings.forEach(sitting -> sitting.process().destroy());
        client.apps().deployments().inNamespace(namespace).withName(NAME).delete();
    }
}
