package io.c5c3.tests.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the API server itself says it was asked. */
public final class AuditLog {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int FORBIDDEN = 403;
    private static final Set<String> WATCHES = Set.of("watch");
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");

    private final Path file;

    public AuditLog(Path file) {
        this.file = file;
    }

    /** Where the log ends now; only requests after it count. */
    public long mark() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Completed requests since the mark whose user agent or user contains {@code who}: verb and object; watches and leases left out. */
    public List<String> requests(long mark, String who) {
        var requests = new ArrayList<String>();
        try (var stream = Files.newInputStream(file)) {
            stream.skipNBytes(mark);
            for (var line : new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank()) {
                    continue;
                }
                var event = MAPPER.readTree(line);
                var from = event.path("userAgent").asText() + " "
                        + event.at("/user/username").asText();
                var resource = event.at("/objectRef/resource").asText();
                if ("ResponseComplete".equals(event.path("stage").asText())
                        && from.contains(who)
                        && !WATCHES.contains(event.path("verb").asText())
                        && !"leases".equals(resource)) {
                    requests.add(event.path("verb").asText() + " " + resource + "/"
                            + event.at("/objectRef/name").asText()
                            + (event.at("/objectRef/subresource").isMissingNode()
                                    ? ""
                                    : "/" + event.at("/objectRef/subresource").asText()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return requests;
    }

    /**
     * A write that was answered.
     *
     * @param from the user agent
     */
    public record Write(Instant at, String from, String verb, String resource, int code) {}

    /** Every write since the mark, leases included. */
    public List<Write> writes(long mark) {
        var writes = new ArrayList<Write>();
        try (var stream = Files.newInputStream(file)) {
            stream.skipNBytes(mark);
            for (var line : new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                var event = line.endsWith("}") ? MAPPER.readTree(line) : MAPPER.createObjectNode();
                if ("ResponseComplete".equals(event.path("stage").asText())
                        && WRITES.contains(event.path("verb").asText())) {
                    writes.add(new Write(
                            Instant.parse(event.path("requestReceivedTimestamp").asText()),
                            event.path("userAgent").asText(),
                            event.path("verb").asText(),
                            event.at("/objectRef/resource").asText(),
                            event.at("/responseStatus/code").asInt()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writes;
    }

    /** Requests since the mark of users that begin with {@code who} and were not allowed: who, verb and what. */
    public List<String> refusals(long mark, String who) {
        var refusals = new ArrayList<String>();
        try (var stream = Files.newInputStream(file)) {
            stream.skipNBytes(mark);
            for (var line : new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                var event = line.endsWith("}") ? MAPPER.readTree(line) : MAPPER.createObjectNode();
                if (event.at("/responseStatus/code").asInt() == FORBIDDEN
                        && event.at("/user/username").asText().startsWith(who)) {
                    refusals.add(event.at("/user/username").asText() + " "
                            + event.path("verb").asText() + " "
                            + event.path("requestURI").asText());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return refusals;
    }
}
