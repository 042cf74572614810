package io.c5c3.services.cortex;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.cortex.Cortex.Domain;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.SentTo;
import io.c5c3.services.ServiceLogin;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What Cortex reads when it starts: conf.json, and beside it secrets.json, which has the same sections and is laid over it.
 *
 * @param host of the database
 * @param port of the database
 */
record CortexConfig(Cortex cortex, ServiceLogin login, String host, int port) {

    static final String FOLDER = "/etc/config";
    static final String FILE = "conf.json";

    /** For Prometheus. */
    static final int METRICS = 2112;

    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, SerializationFeature.INDENT_OUTPUT);

    /** Sections that follow from fields of the resource, and what to write instead. */
    private static final Map<String, String> OWNED = new TreeMap<>(Map.of(
            "api", "the Service leads to this port",
            "db", "use database",
            "keystone", "use keystone",
            "monitoring", "the Service leads to this port"));

    /** Those who may ask. */
    List<Domain> served() {
        var wish = cortex.getSpec().pipelines();
        return Arrays.stream(Domain.values())
                .filter(domain -> Optional.ofNullable(wish.of(domain))
                        .map(Cortex.Pipeline::enabled)
                        .orElse(false))
                .toList();
    }

    /** Whether there is anything to fetch. */
    boolean learns() {
        return prometheus().isPresent() || nova().isPresent();
    }

    Optional<Cortex.Prometheus> prometheus() {
        return Optional.ofNullable(cortex.getSpec().datasources().prometheus()).filter(Cortex.Prometheus::enabled);
    }

    Optional<Cortex.Nova> nova() {
        return Optional.ofNullable(cortex.getSpec().datasources().nova()).filter(Cortex.Nova::enabled);
    }

    /** The ports of what it connects to. */
    Collection<Integer> ways() {
        var ways = new TreeSet<>(List.of(port, login.port()));
        prometheus().map(Cortex.Prometheus::endpoint).map(CortexConfig::port).ifPresent(ways::add);
        // Where nobody wrote it, the catalogue says where Nova is; ours is always there.
        nova().map(source -> source.endpoint() == null ? OpenStackService.NOVA.port() : port(source.endpoint()))
                .ifPresent(ways::add);
        return ways;
    }

    private static int port(String url) {
        var uri = URI.create(url);
        return uri.getPort() > 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? HTTPS : HTTP;
    }

    Optional<Outcome> problem(Facts facts) {
        var clashes = cortex.getSpec().customConfig().keySet().stream()
                .filter(OWNED::containsKey)
                .sorted()
                .map(section -> section + " (" + OWNED.get(section) + ")")
                .collect(Collectors.joining(", "));
        if (!clashes.isEmpty()) {
            return Optional.of(Outcome.mistake(
                    "OptionOwnedByOperator",
                    "customConfig has sections that follow from other fields; take them out: " + clashes + "."));
        }
        return login.problem()
                .or(() -> nova().map(Cortex.Nova::endpoint)
                        .map(SentTo::host)
                        .filter(host -> !SentTo.isOurs(host, facts.neighbours(Nova.class)))
                        .flatMap(host -> new SentTo(login.secret(), "auth_url", "datasources.nova.endpoint")
                                .refused(facts, host)));
    }

    String text() {
        try {
            return JSON.writeValueAsString(laidOver(sections(), cortex.getSpec().customConfig())) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("What was read as JSON cannot be written as JSON", e);
        }
    }

    private Map<String, Object> sections() {
        return Map.of(
                "logging", Map.of("level", "info", "format", "json"),
                "api", Map.of("port", Cortex.PORT),
                "monitoring", Map.of("port", METRICS, "labels", Map.of()),
                "db",
                        Map.of(
                                "host",
                                host,
                                "port",
                                port,
                                "database",
                                cortex.getSpec().database().database(),
                                "reconnect",
                                Map.of(
                                        "livenessPingIntervalSeconds",
                                        5,
                                        "retryIntervalSeconds",
                                        1,
                                        // After that it ends, and its pod is started again.
                                        "maxRetries",
                                        20)),
                "keystone", Map.of("url", login.authUrl(), "region", login.region()),
                "sync", Map.of("prometheus", metrics(), "openstack", objects()),
                "scheduler", pipelines());
    }

    private Map<String, Object> metrics() {
        return prometheus()
                .map(source -> Map.<String, Object>of(
                        "hosts",
                        List.of(Map.of(
                                "name",
                                "prometheus",
                                "url",
                                String.valueOf(source.endpoint()),
                                "provides",
                                source.metrics().stream()
                                        .map(Cortex.Metric::type)
                                        .distinct()
                                        .sorted()
                                        .toList())),
                        "metrics",
                        source.metrics().stream()
                                .map(metric ->
                                        Map.of("alias", metric.alias(), "query", metric.query(), "type", metric.type()))
                                .toList()))
                .orElse(Map.of());
    }

    private Map<String, Object> objects() {
        return nova().map(source -> {
                    var wish = new TreeMap<String, Object>(Map.of("availability", "internal", "types", source.types()));
                    if (source.endpoint() != null) {
                        wish.put("url", source.endpoint());
                    }
                    return Map.<String, Object>of("nova", wish);
                })
                .orElse(Map.of());
    }

    /** A request that names no pipeline is given to the one called default. */
    private Map<String, Object> pipelines() {
        var pipelines = new TreeMap<String, Object>();
        for (var domain : served()) {
            Optional.ofNullable(cortex.getSpec().pipelines().of(domain))
                    .ifPresent(pipeline -> pipelines.put(
                            domain.name(),
                            Map.of("pipelines", List.of(Map.of("name", "default", "plugins", plugins(pipeline))))));
        }
        return pipelines;
    }

    private static List<Object> plugins(Cortex.Pipeline pipeline) {
        var plugins = new ArrayList<Object>();
        pipeline.filters().forEach(filter -> plugins.add(Map.of("name", filter.name(), "options", filter.options())));
        pipeline.weighers().forEach(weigher -> {
            var options = new TreeMap<String, Object>(weigher.options());
            options.put("multiplier", weigher.weight());
            plugins.add(Map.of("name", weigher.name(), "options", options));
        });
        return plugins;
    }

    private static Map<String, Object> laidOver(Map<String, Object> below, Map<String, Object> above) {
        var whole = new TreeMap<>(below);
        above.forEach((key, value) -> whole.put(key, both(whole.get(key), value)));
        return whole;
    }

    @SuppressWarnings("unchecked") // objects of JSON have names for keys
    private static Object both(@Nullable Object below, Object above) {
        return below instanceof Map<?, ?> one && above instanceof Map<?, ?> other
                ? laidOver((Map<String, Object>) one, (Map<String, Object>) other)
                : above;
    }
}
