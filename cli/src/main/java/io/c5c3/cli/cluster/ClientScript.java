package io.c5c3.cli.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program in Python that works on a cloud from the client's pod, as a person would. Every line it writes is one JSON object; client.py, which
 * every such program begins with, says which there are.
 *
 * @param file the rest of its source, a resource of this program
 * @param advice what a person may do after an error without one, as a sentence
 */
public record ClientScript(String file, String advice) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the facts, by name. */
    public Map<String, String> run(KubernetesClient client, String namespace, Progress progress, String... arguments) {
        var pods = new RunningPods(client, namespace);
        var pod = pods.one(Map.of("app.kubernetes.io/name", ClientPod.NAME), "the client");
        return listen(progress, lines -> pods.run(pod, words(List.of(arguments)), lines));
    }

    /** The same for a program that reads a file of this machine from its standard input; of the file only a little is in memory at a time. */
    public Map<String, String> feed(
            Kubectl kubectl, String namespace, Path file, Progress progress, List<String> arguments) {
        var words =
                new ArrayList<>(List.of("--namespace", namespace, "exec", "-i", "deployment/" + ClientPod.NAME, "--"));
        words.addAll(words(arguments));
        return listen(progress, lines -> kubectl.feed(words, file, lines));
    }

    private List<String> words(List<String> arguments) {
        var words = new ArrayList<>(List.of("python3", "-c", source()));
        words.addAll(arguments);
        return words;
    }

    private Map<String, String> listen(Progress progress, Consumer<Consumer<String>> program) {
        var facts = new TreeMap<String, String>();
        try (var steps = new Steps(progress)) {
            program.accept(line -> {
                var said = parsed(line);
                if (said.hasNonNull("step")) {
                    steps.next(said.path("step").asText());
                }
                if (said.hasNonNull("detail")) {
                    steps.detail(said.path("detail").asText());
                }
                if (said.hasNonNull("error")) {
                    var why = said.path("error").asText();
                    steps.failed(why);
                    throw new Failure("The cloud said: " + why + ". "
                            + said.path("advice").asText(advice));
                }
                if (said.hasNonNull("fact")) {
                    facts.put(said.path("fact").asText(), said.path("value").asText());
                }
            });
        }
        return facts;
    }

    /** One step after the other; each ends where the next begins. */
    private static final class Steps implements AutoCloseable {
        private final Progress progress;
        private Progress.@Nullable Step current;

        Steps(Progress progress) {
            this.progress = progress;
        }

        void next(String what) {
            close();
            current = progress.begin(what);
        }

        void detail(String text) {
            if (current != null) {
                current.detail(text);
            }
        }

        void failed(String why) {
            if (current != null) {
                current.failed(why);
            }
        }

        @Override
        public void close() {
            if (current != null) {
                current.close();
                current = null;
            }
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    public String source() {
        return resource("client.py") + "\n\n" + resource(file);
    }

    private static String resource(String name) {
        try (var text = ClientScript.class.getResourceAsStream("/io/c5c3/cli/" + name)) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
