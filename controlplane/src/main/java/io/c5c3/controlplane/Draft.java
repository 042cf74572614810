package io.c5c3.controlplane;

import io.c5c3.api.common.Policy;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Services;
import io.c5c3.controlplane.catalogue.CatalogueEntry;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the children of a plane are written down: the words that all of them share. Their names are fixed: there is one plane per
 * namespace, and names such as {@code keystone.openstack.svc} are what people and other services expect.
 */
record Draft(ControlPlane plane) {

    private static final int KEYSTONE_PORT = 5000;

    ControlPlane.Spec spec() {
        return plane.getSpec();
    }

    String namespace() {
        return plane.getMetadata().getNamespace();
    }

    <T extends HasMetadata> T child(Class<T> kind, String name, Map<String, Object> fields) {
        return Json.KUBERNETES.convertValue(
                Map.of(
                        "apiVersion", HasMetadata.getApiVersion(kind),
                        "kind", HasMetadata.getKind(kind),
                        "metadata",
                                Map.of(
                                        "name", name,
                                        "namespace", namespace(),
                                        "labels",
                                                Map.of(
                                                        "c5c3.io/plane",
                                                        plane.getMetadata().getName())),
                        "spec", fields),
                kind);
    }

    /** Names and values in turn; what the plane leaves open stays open, and the child's own default applies. */
    static Map<String, Object> fields(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, Object>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            var value = namesAndValues[i + 1];
            if (value != null) {
                fields.put(String.valueOf(namesAndValues[i]), value);
            }
        }
        return fields;
    }

    /** What all services have in common, and what one has of its own. */
    Map<String, Object> service(String name, Services.Wanted wanted, List<String> dependsOn, @Nullable Object... own) {
        var common = fields(
                "image",
                wanted.image(),
                "database",
                fields(
                        "clusterRef", fields("name", "mariadb"),
                        "secretRef", fields("name", name + "-db-credentials")),
                "keystone",
                keystoneLogin(name),
                "cache",
                cache(),
                "customConfig",
                wanted.customConfig(),
                "policyOverrides",
                Policy.merge(spec().global().policyOverrides(), wanted.policyOverrides()),
                "tls",
                spec().global().tls(),
                "exposure",
                wanted.exposure(),
                "deployment",
                wanted.deployment(),
                "dependsOn",
                dependsOn(dependsOn),
                "deletionPolicy",
                spec().deletionPolicy());
        common.putAll(fields(own));
        return common;
    }

    /** Children are named after their kinds. */
    static List<Map<String, Object>> dependsOn(Collection<String> kinds) {
        return kinds.stream()
                .map(kind -> fields("kind", kind, "name", kind.toLowerCase(Locale.ROOT)))
                .toList();
    }

    Map<String, Object> keystoneLogin(String service) {
        var url = (spec().global().tls().enabled() ? "https://keystone." : "http://keystone.") + namespace()
                + ".svc.cluster.local:" + KEYSTONE_PORT;
        return fields(
                "authUrl",
                url + "/v3",
                "appCredentialRef",
                fields("secretName", CatalogueEntry.secretOf(service)),
                "region",
                spec().global().region());
    }

    static Map<String, Object> cache() {
        return fields("clusterRef", fields("name", "memcached"));
    }
}
