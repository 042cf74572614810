package io.c5c3.cli.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/** Kubernetes objects in YAML, read word for word: nothing is added, dropped or rounded on the way to the API server. */
public final class Documents {
    /** Does not look for the classes of all kinds there are, which takes longer than most commands: we name those we use. */
    static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization(new ObjectMapper(), false);

    private Documents() {}

    public static List<GenericKubernetesResource> read(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new Failure(file + " does not exist. samples/ has files to start from.", e);
        } catch (IOException e) {
            throw new Failure(file + " cannot be read (" + e.getMessage() + ").", e);
        }
    }

    /** {@code origin} is what messages call the text. */
    public static List<GenericKubernetesResource> parse(String yaml, String origin) {
        var documents = new ArrayList<GenericKubernetesResource>();
        try {
            for (var document : Yaml.documents(yaml)) {
                add(documents, document, origin);
            }
        } catch (YAMLException e) {
            throw new Failure(origin + " is not YAML: " + e.toString().strip(), e);
        }
        return documents;
    }

    private static void add(List<GenericKubernetesResource> documents, @Nullable Object document, String origin) {
        if (document == null) {
            return; // nothing between two separators
        }
        if (!(document instanceof Map<?, ?> fields)) {
            throw new Failure(origin
                    + " holds text that is no Kubernetes object: each needs apiVersion, kind and metadata.name.");
        }
        if ("List".equals(fields.get("kind")) && fields.get("items") instanceof List<?> items) {
            items.forEach(item -> add(documents, item, origin));
            return;
        }
        var object = SERIALIZATION.convertValue(document, GenericKubernetesResource.class);
        if (object.getApiVersion() == null
                || object.getKind() == null
                || object.getMetadata() == null
                || object.getMetadata().getName() == null) {
            throw new Failure(
                    origin + " holds an object without a name: each needs apiVersion, kind and metadata.name.");
        }
        documents.add(object);
    }
}
