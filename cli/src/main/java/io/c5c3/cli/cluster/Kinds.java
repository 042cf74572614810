package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What kinds of objects a cluster knows, and the way to the objects of each. */
public final class Kinds {
    // A kind that was defined a moment ago shows up in discovery a little later.
    private static final Duration DISCOVERY_LAG = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final List<String> RUNNING = List.of("apps/v1", "batch/v1", "v1");

    private final KubernetesClient client;
    private final Map<String, List<Kind>> known = new HashMap<>();

    public Kinds(KubernetesClient client) {
        this.client = client;
    }

    /** The kinds of this project that somebody works on, each in the version the cluster prefers. */
    public List<Kind> ours() {
        return client.getApiGroups().getGroups().stream()
                .filter(group -> Kind.isOurs(group.getName()))
                .flatMap(group -> kinds(group.getPreferredVersion().getGroupVersion()).stream())
                .filter(Kind::reports)
                .toList();
    }

    /** The kinds that a person may mean by a word: ours, which two groups may have, or one of those that run things. */
    public List<Kind> named(String word, Set<String> builtIn) {
        var others = RUNNING.stream()
                .flatMap(apiVersion -> kinds(apiVersion).stream())
                .filter(kind -> builtIn.contains(kind.name()));
        return Stream.concat(ours().stream(), others)
                .filter(kind -> kind.isCalled(word))
                .toList();
    }

    /** The kind of a document; it is there, or will be in a moment. */
    public Kind of(HasMetadata document) {
        return of(document.getApiVersion(), document.getKind());
    }

    private Kind of(String apiVersion, String name) {
        var deadline = System.nanoTime() + DISCOVERY_LAG.toNanos();
        while (true) {
            var found = kinds(apiVersion).stream()
                    .filter(kind -> kind.name().equals(name))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            known.remove(apiVersion);
            if (System.nanoTime() - deadline >= 0) {
                throw new Failure("The cluster does not know " + name + " of " + apiVersion
                        + ". Correct apiVersion and kind, or install what defines it.");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        }
    }

    public MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            objects(Kind kind) {
        return client.genericKubernetesResources(kind.context());
    }

    /** The one object that a document describes. */
    Resource<GenericKubernetesResource> object(GenericKubernetesResource document) {
        var kind = of(document);
        var objects = objects(kind);
        return kind.namespaced()
                ? objects.inNamespace(document.getMetadata().getNamespace()).resource(document)
                : objects.resource(document);
    }

    /** Deletes an object, and what it owns after it. Nothing happens when the cluster does not have it, or not its kind. */
    public void delete(HasMetadata object) {
        var known = kinds(object.getApiVersion()).stream()
                .filter(kind -> kind.name().equals(object.getKind()))
                .findFirst();
        if (known.isPresent()) {
            var name = object.getMetadata().getName();
            var objects = objects(known.get());
            (known.get().namespaced()
                            ? objects.inNamespace(object.getMetadata().getNamespace())
                                    .withName(name)
                            : objects.withName(name))
                    .delete();
        }
    }

    private List<Kind> kinds(String apiVersion) {
        return known.computeIfAbsent(apiVersion, this::discover);
    }

    private List<Kind> discover(String apiVersion) {
        var answer = client.getApiResources(apiVersion);
        if (answer == null) {
            return List.of();
        }
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        var version = apiVersion.substring(slash + 1);
        var names = answer.getResources().stream().map(APIResource::getName).collect(Collectors.toSet());
        var kinds = new ArrayList<Kind>();
        for (var resource : answer.getResources()) {
            // Names with a slash are parts of others: deployments/scale.
            if (!resource.getName().contains("/")) {
                kinds.add(kind(group, version, resource, names.contains(resource.getName() + "/status")));
            }
        }
        return kinds;
    }

    private static Kind kind(String group, String version, APIResource resource, boolean reports) {
        var aliases = new TreeSet<String>();
        aliases.add(resource.getKind());
        aliases.add(resource.getName());
        if (resource.getSingularName() != null && !resource.getSingularName().isEmpty()) {
            aliases.add(resource.getSingularName());
        }
        if (resource.getShortNames() != null) {
            aliases.addAll(resource.getShortNames());
        }
        var words = aliases.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        return new Kind(
                group, version, resource.getKind(), resource.getName(), words, resource.getNamespaced(), reports);
    }
}
