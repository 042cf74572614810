package io.c5c3.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Locale;
import java.util.Set;

/**
 * A kind of object, as the cluster's discovery tells of it.
 *
 * @param aliases all words that mean it, in lower case
 * @param reports whether somebody works on its objects and says in their status how far that is
 */
public record Kind(
        String group,
        String version,
        String name,
        String plural,
        Set<String> aliases,
        boolean namespaced,
        boolean reports) {

    public Kind {
        aliases = Set.copyOf(aliases);
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(name)
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
    }

    /** Whether a person who writes the word means this kind: its name, its plural or a short name, in any case. */
    public boolean isCalled(String word) {
        return aliases.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether it is of a kind that belongs to this project. */
    public static boolean isOurs(HasMetadata object) {
        var slash = object.getApiVersion().indexOf('/');
        return slash > 0 && isOurs(object.getApiVersion().substring(0, slash));
    }

    static boolean isOurs(String group) {
        return group.equals("c5c3.io") || group.endsWith(".c5c3.io") || group.equals("openstack.k8s.io");
    }
}
