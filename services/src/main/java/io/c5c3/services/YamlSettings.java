package io.c5c3.services;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.c5c3.engine.Json;
import io.c5c3.engine.render.Ini;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings as a file of YAML, for services that oslo.config is not in. Equal settings give equal text. What a setting holds is written as
 * JSON, of which every reader of YAML makes the same: there, bare words and times of day are read in several ways.
 */
public record YamlSettings(SortedMap<String, Object> settings) {

    private static final ObjectReader WHOLE = Json.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    public YamlSettings {
        settings = new TreeMap<>(settings);
    }

    public static YamlSettings empty() {
        return new YamlSettings(new TreeMap<>());
    }

    public YamlSettings set(String setting, Object value) {
        var changed = new TreeMap<>(settings);
        changed.put(setting, value instanceof Map<?, ?> entries ? new TreeMap<>(entries) : value);
        return new YamlSettings(changed);
    }

    /** One entry of a setting that has entries; those it has stay. */
    public YamlSettings set(String setting, String entry, Object value) {
        var entries = new TreeMap<Object, Object>();
        if (settings.get(setting) instanceof Map<?, ?> there) {
            entries.putAll(there);
        }
        entries.put(entry, value);
        return set(setting, entries);
    }

    /** A person's settings over ours: those of one value are in the section DEFAULT. */
    public YamlSettings overlay(Map<String, Map<String, String>> more) {
        var changed = this;
        for (var section : new TreeMap<>(more).entrySet()) {
            for (var option : new TreeMap<>(section.getValue()).entrySet()) {
                var value = value(option.getValue());
                changed = Ini.DEFAULT.equals(section.getKey())
                        ? changed.set(option.getKey(), value)
                        : changed.set(section.getKey(), option.getKey(), value);
            }
        }
        return changed;
    }

    /** Text that is no JSON is text. */
    private static Object value(String text) {
        try {
            var tree = WHOLE.readTree(text);
            return tree.isMissingNode() ? text : tree;
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    public String render() {
        var text = new StringBuilder();
        settings.forEach((name, value) -> {
            if (value instanceof Map<?, ?> entries && !entries.isEmpty()) {
                text.append(json(name)).append(":\n");
                entries.forEach((entry, held) -> text.append("  ")
                        .append(json(entry))
                        .append(": ")
                        .append(json(held))
                        .append('\n'));
            } else {
                text.append(json(name)).append(": ").append(json(value)).append('\n');
            }
        });
        return text.toString();
    }

    private static String json(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
