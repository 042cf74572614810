package io.c5c3.app;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.OpenParts;
import io.c5c3.api.controlplane.Plane;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Blueprint;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRuleBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Custom resource definitions, from the records of the api module. What annotations cannot say is added here, for all alike. */
final class Definitions {

    /** By which {@code kubectl get} lists resources of all kinds. */
    static final List<String> CATEGORIES = List.of("c5c3", "openstack");

    /** Names of children add up to 23 characters to the name of their owner, and none may be longer than 63. */
    private static final int LONGEST_NAME = 40;

    /** Kinds that have no children, and are named after something that may have any name. */
    private static final Set<Class<?>> NAMED_AFTER_NODES = Set.of(OVNChassis.class);

    /** Of what can be a number or a text, only these are no quantities. */
    private static final Set<String> NO_QUANTITIES = Set.of("port", "minAvailable", "maxUnavailable");

    private static final CustomResourceColumnDefinition AGE = column("Age", ".metadata.creationTimestamp", "date");

    private Definitions() {}

    static List<CustomResourceDefinition> of(List<Blueprint<?>> blueprints) {
        try {
            var folder = Files.createTempDirectory("definitions");
            try {
                var generator = new CRDGenerator()
                        .withParallelGenerationEnabled(false)
                        .forCRDVersions("v1")
                        .inOutputDir(folder.toFile());
                generator.customResourceClasses(Catalogue.kinds(blueprints).stream()
                        .<Class<? extends HasMetadata>>map(kind -> kind)
                        .toList());
                generator.generate();
                return read(folder, blueprints);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The definitions could not be written to a temporary folder", e);
        }
    }

    private static List<CustomResourceDefinition> read(Path folder, List<Blueprint<?>> blueprints) throws IOException {
        var kinds = Catalogue.kinds(blueprints).stream()
                .collect(
                        Collectors
                                .<Class<? extends CustomResource<?, ?>>, String, Class<? extends CustomResource<?, ?>>>
                                        toMap(HasMetadata::getFullResourceName, kind -> kind));
        var definitions = new ArrayList<CustomResourceDefinition>();
        try (var files = Files.list(folder)) {
            for (var file : files.sorted().toList()) {
                var definition = Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
                definitions.add(completed(
                        definition,
                        Objects.requireNonNull(
                                kinds.get(definition.getMetadata().getName()), "every definition is of a kind")));
            }
        }
        return definitions;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static CustomResourceDefinition completed(
            CustomResourceDefinition definition, Class<? extends CustomResource<?, ?>> kind) {
        definition.getSpec().getNames().setCategories(CATEGORIES);
        definition.getMetadata().setAnnotations(annotations(definition.getSpec().getGroup()));
        for (var version : definition.getSpec().getVersions()) {
            var schema = version.getSchema().getOpenAPIV3Schema();
            described(schema, kind);
            if (observed(schema) && !NAMED_AFTER_NODES.contains(kind)) {
                schema.setXKubernetesValidations(List.of(new ValidationRuleBuilder()
                        .withRule("size(self.metadata.name) <= " + LONGEST_NAME)
                        .withMessage("metadata.name must be no longer than " + LONGEST_NAME
                                + " characters, because the names of the objects made for it begin with it")
                        .build()));
            }
            schema.setRequired(List.of("spec"));
            bounded("spec", property(schema, "spec"));
            SpelledDefaults.in(schema);
            if (!observed(schema)) {
                schema.getProperties().remove("status");
                version.setSubresources(null);
                var columns = new ArrayList<>(own(kind));
                columns.add(AGE);
                version.setAdditionalPrinterColumns(columns);
                continue;
            }
            var conditions = property(property(schema, "status"), "conditions");
            conditions.setXKubernetesListType("map");
            conditions.setXKubernetesListMapKeys(List.of("type"));
            conditions.getItems().getSchema().setRequired(List.of("type", "status"));
            version.setAdditionalPrinterColumns(columns(kind, property(schema, "status")));
        }
        return definition;
    }

    private static Map<String, String> annotations(String group) {
        var annotations = new TreeMap<String, String>();
        // With a definition goes every resource of its kind: it stays when the release of a chart goes.
        annotations.put("helm.sh/resource-policy", "keep");
        if (group.endsWith(".k8s.io")) {
            // The API server keeps such groups for Kubernetes' own projects, unless the definition says that it knows.
            annotations.put("api-approved.kubernetes.io", "unapproved, group of the design documents");
        }
        return annotations;
    }

    /**
     * Adds what people read about the fields. With a copy of Kubernetes' types for each of its services, a plane's definition would be
     * more than can be applied: it leaves them open, and the operator looks into them.
     */
    private static void described(JSONSchemaProps schema, Class<? extends CustomResource<?, ?>> kind) {
        Descriptions.of(kind).ifPresent(schema::setDescription);
        Field.parts(kind)
                .forEach((name, record) ->
                        Descriptions.of(record).ifPresent(Definitions.property(schema, name)::setDescription));
        for (var field : Field.of(kind, schema)) {
            Descriptions.of(field).ifPresent(field.schema()::setDescription);
            if (Plane.class.isAssignableFrom(kind) && field.type().equals(OpenParts.TYPE)) {
                field.open();
            }
        }
    }

    /**
     * What {@code kubectl get} shows, in the order of reading: whether it works, what is special about the kind, where it is, and last the
     * sentence that may be long. The generator would sort the columns by their paths.
     */
    private static List<CustomResourceColumnDefinition> columns(
            Class<? extends HasMetadata> kind, JSONSchemaProps status) {
        var columns = new ArrayList<CustomResourceColumnDefinition>();
        columns.add(column("Ready", ".status.conditions[?(@.type=='Ready')].status", "string"));
        columns.addAll(own(kind));
        if (status.getProperties().containsKey("endpoint")) {
            columns.add(column("Endpoint", ".status.endpoint", "string"));
        }
        if (status.getProperties().containsKey("installedRelease")) {
            columns.add(column("Release", ".status.installedRelease", "string"));
        }
        columns.add(column("Message", ".status.conditions[?(@.type=='Ready')].message", "string"));
        columns.add(AGE);
        return columns;
    }

    /** Whether somebody works on the kind and tells what came of it. */
    private static boolean observed(JSONSchemaProps schema) {
        var status = schema.getProperties().get("status");
        return status != null
                && status.getProperties() != null
                && status.getProperties().containsKey("conditions");
    }

    /** A twin shows what the kind shows that it is the twin of. */
    private static List<CustomResourceColumnDefinition> own(Class<? extends HasMetadata> kind) {
        return Arrays.stream(Twins.first(kind).getAnnotationsByType(AdditionalPrinterColumn.class))
                .map(own -> column(own.name(), own.jsonPath(), own.type().getValue()))
                .toList();
    }

    private static CustomResourceColumnDefinition column(String name, String path, String type) {
        return new CustomResourceColumnDefinitionBuilder()
                .withName(name)
                .withJsonPath(path)
                .withType(type)
                .build();
    }

    static JSONSchemaProps property(JSONSchemaProps schema, String name) {
        return Objects.requireNonNull(schema.getProperties().get(name), "every definition has " + name);
    }

    /** Free maps get an upper bound, so that the cost of a rule that walks them can be estimated and a mistake cannot fill etcd. */
    private static void bounded(String name, JSONSchemaProps schema) {
        if (Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())) {
            // A tree that may grow as it likes: a schema for its first branches would have those below them cut off.
            schema.setAdditionalProperties(null);
            return;
        }
        // One field that cannot be read makes the list of all resources of the kind unreadable.
        var either = Boolean.TRUE.equals(schema.getXKubernetesIntOrString());
        if (either && !NO_QUANTITIES.contains(name)) {
            schema.setPattern(OpenParts.QUANTITY);
        } else if (either || "integer".equals(schema.getType())) {
            // The format int32 would say so too, and the API server does not care.
            schema.setMinimum(Objects.requireNonNullElse(schema.getMinimum(), (double) Integer.MIN_VALUE));
            schema.setMaximum(Objects.requireNonNullElse(schema.getMaximum(), (double) Integer.MAX_VALUE));
        }
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            bounded(name, schema.getItems().getSchema());
        }
        var values = schema.getAdditionalProperties();
        if (values != null && values.getSchema() != null) {
            schema.setMaxProperties(512L);
            bounded(name, values.getSchema());
        }
        if (schema.getProperties() != null) {
            schema.getProperties().forEach(Definitions::bounded);
        }
    }
}
