package io.c5c3.engine.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.RecordComponent;
import java.time.temporal.TemporalAmount;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan as people review it: each step in the order it runs, what it waits for, what it was told and the objects it applies. Equal plans
 * give equal text. Values of Secrets are never shown; keys are.
 */
public final class PlanYaml {

    private static final ObjectMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
                    .build())
            .build();

    /** Objects keep the order of their fields; only maps, such as labels, are sorted. */
    private static final ObjectMapper OBJECTS = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build()
            // What is left open is not sent.
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private PlanYaml() {}

    public static String of(Plan plan) {
        var shown = new LinkedHashMap<String, Object>();
        put(shown, "status", plan.status());
        shown.put("steps", plan.entries().stream().map(PlanYaml::entry).toList());
        return yaml(shown);
    }

    /** Any value as the same kind of text: for tests of a part of a plan. */
    public static String of(Object value) {
        return yaml(Objects.requireNonNull(value(value)));
    }

    private static Map<String, Object> entry(Plan.Entry entry) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("condition", entry.condition());
        if (!entry.after().isEmpty()) {
            shown.put("after", entry.after().stream().sorted().toList());
        }
        if (!entry.decides()) {
            shown.put("aside", true);
        }
        shown.putAll(step(entry.step()));
        return shown;
    }

    private static Map<String, Object> step(Step step) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("step", step.getClass().getSimpleName());
        var nested = false;
        if (step instanceof Record told) {
            for (var component : told.getClass().getRecordComponents()) {
                var content = read(told, component);
                nested = nested || isSteps(content);
                if (!isObjects(content)) {
                    put(shown, component.getName(), content);
                }
            }
        }
        if (!nested) {
            put(shown, "objects", step.objects());
        }
        return shown;
    }

    private static void put(Map<String, Object> into, String name, @Nullable Object content) {
        var shown = value(content);
        if (shown != null && !Map.of().equals(shown) && !List.of().equals(shown)) {
            into.put(name, shown);
        }
    }

    /** Objects are shown once, by what the step says it applies. */
    private static boolean isObjects(@Nullable Object content) {
        return content instanceof HasMetadata
                || (content instanceof Collection<?> many && all(HasMetadata.class, many));
    }

    private static boolean isSteps(@Nullable Object content) {
        return content instanceof Step || (content instanceof Collection<?> many && all(Step.class, many));
    }

    private static boolean all(Class<?> type, Collection<?> many) {
        return !many.isEmpty() && many.stream().allMatch(type::isInstance);
    }

    private static @Nullable Object value(@Nullable Object content) {
        return switch (content) {
            case null -> null;
            case String text -> text;
            case Number number -> number;
            case Boolean flag -> flag;
            case Enum<?> constant -> constant.name();
            case Class<?> type -> type.getSimpleName();
            case TemporalAmount duration -> duration.toString();
            case Optional<?> optional -> value(optional.orElse(null));
            case Secret secret -> OBJECTS.convertValue(hidden(secret), Map.class);
            case KubernetesResource object -> OBJECTS.convertValue(object, Map.class);
            case Step step -> step(step);
            case Map<?, ?> map -> map(map);
            case Set<?> set -> set.stream().map(PlanYaml::value).sorted().toList();
            case Collection<?> many ->
                many.stream().map(PlanYaml::value).filter(Objects::nonNull).toList();
            case Record told -> record(told);
            // Functions say nothing that text could show.
            default -> content.getClass().isSynthetic() || content.getClass().isHidden() ? null : content.toString();
        };
    }

    private static Map<String, Object> map(Map<?, ?> map) {
        var shown = new TreeMap<String, Object>();
        map.forEach((key, content) -> put(shown, String.valueOf(value(key)), content));
        return shown;
    }

    private static Map<String, Object> record(Record told) {
        var shown = new LinkedHashMap<String, Object>();
        for (var component : told.getClass().getRecordComponents()) {
            var content = read(told, component);
            // What a plan was made from is named; shown is what was made of it.
            put(
                    shown,
                    component.getName(),
                    content instanceof CustomResource<?, ?> from ? Ref.of(from).toString() : content);
        }
        return shown;
    }

    private static @Nullable Object read(Record told, RecordComponent component) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(told);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "The part " + component.getName() + " of " + told.getClass().getSimpleName() + " cannot be read",
                    e);
        }
    }

    private static Secret hidden(Secret secret) {
        return secret.edit()
                .withData(starred(secret.getData()))
                .withStringData(starred(secret.getStringData()))
                .build();
    }

    private static Map<String, String> starred(@Nullable Map<String, String> data) {
        var starred = new TreeMap<String, String>();
        if (data != null) {
            data.keySet().forEach(key -> starred.put(key, "***"));
        }
        return starred;
    }

    private static String yaml(Object value) {
        try {
            return YAML.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("This plan has no YAML form", e);
        }
    }
}
