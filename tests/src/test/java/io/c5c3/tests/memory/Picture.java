package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Json;
import io.c5c3.engine.cluster.Interfered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Everything that is in the cluster and in the servers outside of it at one moment: every field of every object, who owns it, what Secrets
 * hold, every database, user, password and record of an owner.
 */
record Picture(Map<String, String> values) {

    /** They count how often something was written, which a second attempt may well do once more. */
    private static final Set<String> COUNTERS = Set.of("resourceVersion", "generation", "observedGeneration");

    /** Some objects are named after what they hold, which may be random. */
    private static final Pattern HASH = Pattern.compile("-[0-9a-f]{16}$");

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** What nobody could make again: what Secrets hold, which volumes there are, and what was written down about both. */
    private static final Predicate<String> IRREPLACEABLE = Pattern.compile(
                    "openstack/(Secret\\S*/data/.*|ConfigMap/\\S+-founded/data/.*|PersistentVolumeClaim\\S*/metadata/uid)")
            .asMatchPredicate();

    static Picture of(Plane plane) {
        return of(plane, name -> true);
    }

    /** What was generated so far, in the cluster and outside. */
    static Picture generated(Plane plane) {
        return of(plane, Picture::tells).only(path -> !path.startsWith("openstack/") || IRREPLACEABLE.test(path));
    }

    /** Whether the object of this name, or a write to it, is of those that cannot be made again. */
    static boolean tells(String name) {
        return name.contains("Secret/") || name.endsWith("-founded") || name.contains("PersistentVolumeClaim/");
    }

    private static Picture of(Plane plane, Predicate<String> objects) {
        var values = new TreeMap<String, String>();
        var names = new HashMap<String, Integer>();
        plane.simulation.cluster().snapshot().forEach((name, object) -> {
            if (objects.test(name)) {
                var same = names.merge(unhashed(name), 1, Integer::sum);
                spread(
                        unhashed(name) + (same == 1 ? "" : "#" + same),
                        object,
                        "Secret".equals(object.path("kind").asText()),
                        values);
            }
        });
        for (var world : plane.ports.all(Interfered.class)) {
            world.snapshot()
                    .forEach((name, thing) -> spread(
                            world.getClass().getSimpleName() + "/" + name,
                            Json.MAPPER.valueToTree(thing),
                            false,
                            values));
        }
        return new Picture(values);
    }

    static String unhashed(String name) {
        return HASH.matcher(name).replaceFirst("-HASH");
    }

    private static void spread(String path, JsonNode node, boolean secret, Map<String, String> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> {
                if (!COUNTERS.contains(field.getKey())) {
                    spread(path + "/" + field.getKey(), field.getValue(), secret, into);
                }
            });
        } else if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                spread(path + "/" + i, node.get(i), secret, into);
            }
        } else {
            // As text, a password is the same in its Secret and on its server.
            into.put(path, secret && path.contains("/data/") ? decoded(node.asText()) : node.asText());
        }
    }

    private static String decoded(String value) {
        return new String(Base64.getDecoder().decode(value), StandardCharsets.ISO_8859_1).strip();
    }

    /** The names of all objects of the cluster. */
    Set<String> objects() {
        var objects = new TreeSet<String>();
        values.keySet().stream()
                .filter(path -> path.endsWith("/metadata/name"))
                .forEach(path -> objects.add(path.substring(0, path.length() - "/metadata/name".length())));
        return objects;
    }

    /** Volumes, and what servers outside hold. */
    Picture data() {
        return only(
                path -> path.matches("openstack/PersistentVolumeClaim\\S*/metadata/uid|Memory(Sql|Broker|Ceph)/.*"));
    }

    Picture only(Predicate<String> paths) {
        var some = new TreeMap<>(values);
        some.keySet().removeIf(paths.negate());
        return new Picture(some);
    }

    /** The same, where objects are called by kind and name and not by the UIDs they happen to have. */
    Picture named() {
        var names = new HashMap<String, String>();
        values.forEach((path, value) -> {
            if (path.endsWith("/metadata/uid")) {
                names.put(value, "the UID of " + path.substring(0, path.indexOf("/metadata/uid")));
            }
        });
        var named = new TreeMap<String, String>();
        values.forEach((path, value) -> named.put(
                path, UID.matcher(value).replaceAll(match -> names.getOrDefault(match.group(), match.group()))));
        return new Picture(named);
    }

    /**
     * How this differs from what an undisturbed run gives. What is not the same in two of those is random: then it must be the same here
     * wherever it is the same there, and different wherever it is different.
     */
    List<String> differences(Picture usual, Picture asUsual) {
        var found = new ArrayList<String>();
        var there = new HashMap<String, String>();
        var back = new HashMap<String, String>();
        var paths = new TreeSet<>(values.keySet());
        paths.addAll(usual.values.keySet());
        for (var path : paths) {
            var mine = values.get(path);
            var theirs = usual.values.get(path);
            if (mine == null || theirs == null) {
                found.add((mine == null ? "missing: " : "too much: ") + path);
            } else if (theirs.equals(asUsual.values.get(path))) {
                if (!mine.equals(theirs)) {
                    found.add(path + " is " + mine + ", not " + theirs);
                }
            } else if (!Objects.requireNonNullElse(there.putIfAbsent(theirs, mine), mine)
                            .equals(mine)
                    || !Objects.requireNonNullElse(back.putIfAbsent(mine, theirs), theirs)
                            .equals(theirs)) {
                found.add(path + " is no longer the same as elsewhere, or is now");
            }
        }
        return found;
    }
}
