package io.c5c3.cli.up;

import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane.StorageBackend;
import io.c5c3.cli.cluster.Applier;
import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person wrote, on its way into the cluster. */
record Intent(List<GenericKubernetesResource> documents) {
    /**
     * What became of it.
     *
     * @param changed whether anything had to be written
     * @param family those documents that somebody has to make true
     */
    record Written(boolean changed, Family family) {}

    Intent {
        // Namespaces first, whatever their place in the file: nothing can be put into one that is not there.
        documents = documents.stream()
                .sorted(Comparator.comparing(document -> !isNamespace(document)))
                .toList();
    }

    private static boolean isNamespace(GenericKubernetesResource document) {
        return document.getKind().equals("Namespace");
    }

    /** What the cloud will be made of, in small letters: kinds, and what control planes switch on. */
    Set<String> parts() {
        var parts = new TreeSet<String>();
        for (var document : documents) {
            parts.add(document.getKind().toLowerCase(Locale.ROOT));
            if (document.getKind().equals(HasMetadata.getKind(OpenStackControlPlane.class))) {
                parts.addAll(asked(Json.KUBERNETES.convertValue(document, OpenStackControlPlane.class)));
            }
            if (document.getKind().equals(HasMetadata.getKind(ControlPlane.class))) {
                parts.addAll(fields(document, "infrastructure").keySet());
                fields(document, "services").forEach((name, service) -> addIfOn(parts, name, service));
                fields(document).forEach((name, section) -> addIfOn(parts, name, section));
            }
        }
        return parts;
    }

    /** Here most services are on without a word. */
    private static List<String> asked(OpenStackControlPlane plane) {
        return Stream.ofNullable(plane.getSpec())
                .flatMap(spec -> Stream.concat(
                        Stream.of(KnownService.values()).filter(spec::asksFor).map(KnownService::id),
                        Stream.ofNullable(spec.storageBackend()).map(StorageBackend::name)))
                .toList();
    }

    private static void addIfOn(Set<String> parts, String name, Object section) {
        if (section instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("enabled"))) {
            parts.add(name);
        }
    }

    private static Map<String, Object> fields(GenericKubernetesResource document, String... path) {
        Object found = document.getAdditionalProperties().get("spec");
        for (var name : path) {
            found = found instanceof Map<?, ?> map ? map.get(name) : null;
        }
        var fields = new TreeMap<String, Object>();
        if (found instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value != null) {
                    fields.put(String.valueOf(name), value);
                }
            });
        }
        return fields;
    }

    /** @param enroll lets operators work in a namespace, and says whether that was new */
    Written write(KubernetesClient client, Kinds kinds, Applier applier, Predicate<String> enroll) {
        var changed = makeNamespaces(client, kinds, applier);
        var awaited = new ArrayList<GenericKubernetesResource>();
        var enrolled = new TreeSet<String>();
        for (var document : documents) {
            if (Kind.isOurs(document) && enrolled.add(document.getMetadata().getNamespace())) {
                changed |= enroll.test(document.getMetadata().getNamespace());
            }
            var result = applier.apply(document);
            changed |= result.changed();
            // Of a ReferenceGrant, for one, nobody ever says that it is ready.
            if (Kind.isOurs(document) && kinds.of(document).reports()) {
                awaited.add(result.live());
            }
        }
        return new Written(changed, new Family(awaited));
    }

    /** A document may name a namespace that nobody made: it is clear what is meant. */
    private boolean makeNamespaces(KubernetesClient client, Kinds kinds, Applier applier) {
        var named = new TreeSet<String>();
        for (var document : documents) {
            var metadata = document.getMetadata();
            if (metadata.getNamespace() == null && kinds.of(document).namespaced()) {
                metadata.setNamespace(Optional.ofNullable(client.getNamespace()).orElse("default"));
            }
            if (metadata.getNamespace() != null) {
                named.add(metadata.getNamespace());
            }
        }
        named.removeAll(documents.stream()
                .filter(Intent::isNamespace)
                .map(document -> document.getMetadata().getName())
                .collect(Collectors.toSet()));
        var changed = false;
        for (var name : named) {
            if (client.namespaces().withName(name).get() == null) {
                var yaml = "{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}";
                applier.apply(Documents.parse(yaml, name).getFirst());
                changed = true;
            }
        }
        return changed;
    }
}
