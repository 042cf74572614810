package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Home;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The operator as it is installed: the definitions of packaging/crds and the objects of packaging/bundle.yaml. */
public record Bundle(List<GenericKubernetesResource> objects) {
    /** On the operator's pod template: which build of its image the pods run. */
    static final String IMAGE_BUILD = "c5c3.io/image-build";

    public Bundle {
        objects = List.copyOf(objects);
    }

    public static Bundle read() {
        var packaging = Home.directory().resolve("packaging");
        var objects = new ArrayList<GenericKubernetesResource>();
        try (var definitions = Files.list(packaging.resolve("crds"))) {
            definitions.sorted().forEach(file -> objects.addAll(Documents.read(file)));
            objects.addAll(Documents.read(packaging.resolve("bundle.yaml")));
        } catch (IOException e) {
            throw new Failure(packaging + " is incomplete (" + e.getMessage() + "). It is part of the repository:"
                    + " 'git checkout packaging' brings it back.");
        }
        return new Bundle(objects);
    }

    /**
     * Names the build of the operator's image. All builds have the same tag, so this is what rolls the operator when there is a new
     * one, and what leaves it alone when there is none.
     */
    public Bundle withImageBuild(String build) {
        operator()
                .forEach(spec -> inside(inside(inside(spec, "template"), "metadata"), "annotations")
                        .put(IMAGE_BUILD, build));
        return this;
    }

    /** With as many copies of the operator. */
    Bundle withCopies(int copies) {
        operator().forEach(spec -> spec.put("replicas", copies));
        return this;
    }

    /** What its Deployment asks for. */
    private Stream<Map<String, Object>> operator() {
        return objects.stream()
                .filter(object -> object.getKind().equals("Deployment"))
                .filter(object -> object.getMetadata().getName().equals(Operator.NAME))
                .map(deployment -> inside(deployment.getAdditionalProperties(), "spec"));
    }

    @SuppressWarnings("unchecked") // what YAML gives for a mapping is always such a map
    private static Map<String, Object> inside(Map<String, Object> object, String field) {
        return (Map<String, Object>) object.computeIfAbsent(field, absent -> new HashMap<String, Object>());
    }

    /** Kinds and namespaces, which the others need to be there. */
    public List<GenericKubernetesResource> foundations() {
        return objects.stream().filter(Bundle::isFoundation).toList();
    }

    public List<GenericKubernetesResource> rest() {
        return objects.stream().filter(object -> !isFoundation(object)).toList();
    }

    private static boolean isFoundation(GenericKubernetesResource object) {
        return object.getKind().equals("Namespace") || isDefinition(object);
    }

    static boolean isDefinition(GenericKubernetesResource object) {
        return object.getKind().equals("CustomResourceDefinition");
    }
}
