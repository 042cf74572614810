package io.c5c3.tests.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.local.Debian;
import io.c5c3.local.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chromium without a window and with one page, driven by the protocol of its own developer tools. */
final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final int ANSWER_SECONDS = 60;

    private final Path profile;
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Answers answers = new Answers();
    private final AtomicInteger last = new AtomicInteger();
    private final WebSocket page;

    Browser() throws IOException {
        this(Map.of());
    }

    /** @param ways by names that only the cluster knows, where they lead on this machine */
    Browser(Map<String, String> ways) throws IOException {
        profile = Files.createTempDirectory("c5c3-browser");
        process = new ProcessBuilder(
                        Debian.browser(Progress.lines(System.out)).toString(),
                        "--headless=new",
                        // Its sandbox refuses to work for root, who runs the tests that start a cluster.
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        // With TLS the consoles' certificate is for a name inside of the cluster.
                        "--ignore-certificate-errors",
                        "--host-resolver-rules="
                                + ways.entrySet().stream()
                                        .map(way -> "MAP " + way.getKey() + " " + way.getValue())
                                        .collect(Collectors.joining(",")),
                        "--window-size=1024,768",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        page = http.newWebSocketBuilder()
                .buildAsync(pageAddress(tools()), answers)
                .join();
    }

    /** Host and port of the developer tools, which it tells on its standard error. */
    private String tools() throws IOException {
        var words = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        for (var line = words.readLine(); line != null; line = words.readLine()) {
            var match = LISTENING.matcher(line);
            if (match.find()) {
                // Nobody may stop reading, or it stops talking, and with that all else.
                Thread.ofVirtual().start(() -> words.lines().forEach(ignored -> {}));
                return match.group(1);
            }
        }
        throw new IOException("Chromium ended before it said where its developer tools are.");
    }

    private URI pageAddress(String tools) throws IOException {
        try {
            var request = HttpRequest.newBuilder(URI.create("http://" + tools + "/json/new?about:blank"))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            var made = http.send(request, HttpResponse.BodyHandlers.ofString());
            return URI.create(
                    JSON.readTree(made.body()).path("webSocketDebuggerUrl").asText());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private JsonNode tell(String method, Map<String, ?> parameters) {
        var id = last.incrementAndGet();
        var answer = answers.expect(id);
        page.sendText(
                        JSON.valueToTree(Map.of("id", id, "method", method, "params", parameters))
                                .toString(),
                        true)
                .join();
        var said = answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
        if (said.has("error")) {
            throw new IllegalStateException(method + ": " + said.path("error"));
        }
        return said.path("result");
    }

    void open(String address) {
        tell("Page.navigate", Map.of("url", address));
    }

    /** What an expression in the page's own language is worth. */
    JsonNode evaluate(String expression) {
        var result = tell("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.path("exceptionDetails").toString());
        }
        return result.path("result").path("value");
    }

    /** Presses and releases the keys, as a person at the keyboard would. */
    void type(String text) {
        for (var letter : text.toCharArray()) {
            var enter = letter == '\n';
            var key = enter ? "Enter" : String.valueOf(letter);
            var code = enter ? "Enter" : "Key" + Character.toUpperCase(letter);
            tell("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "code", code));
            tell("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", code));
        }
    }

    /** Puts text where the cursor is in a form, as a person would paste it. */
    void paste(String text) {
        tell("Input.insertText", Map.of("text", text));
    }

    void screenshot(Path file) throws IOException {
        var picture = tell("Page.captureScreenshot", Map.of("format", "png")).path("data");
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(picture.asText()));
    }

    @Override
    public void close() throws IOException {
        page.abort();
        http.close();
        // Its helpers outlive it by a moment, and still write into the profile then.
        var helpers = process.descendants().toList();
        process.destroy();
        process.onExit().join();
        helpers.forEach(helper -> helper.onExit().join());
        try (var files = Files.walk(profile)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** What the browser says, put together from its frames, and given to whoever asked. */
    private static final class Answers implements WebSocket.Listener {
        private final Map<Integer, CompletableFuture<JsonNode>> expected = new ConcurrentHashMap<>();
        private final StringBuilder message = new StringBuilder();

        CompletableFuture<JsonNode> expect(int id) {
            return expected.computeIfAbsent(id, ignored -> new CompletableFuture<>());
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
                try {
                    var said = JSON.readTree(message.toString());
                    if (said.has("id")) {
                        expect(said.path("id").asInt()).complete(said);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                } finally {
                    message.setLength(0);
                }
            }
            socket.request(1);
            return null;
        }
    }
}
