package io.c5c3.controlplane;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.DependencyBuilder;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.KeystoneAuthAppCredentialRefBuilder;
import io.c5c3.api.common.KeystoneAuthBuilder;
import io.c5c3.controlplane.catalogue.CatalogueEntry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;

/**
 * How the children of a plane are written down. Their names are fixed: there is one plane per namespace, and names such as
 * {@code keystone.openstack.svc} are what people and other services expect.
 */
final class Child {

    static final String MARIADB = "mariadb";
    static final String MEMCACHED = "memcached";
    static final String RABBITMQ = "rabbitmq";
    static final String OVN = "ovn";

    /** Fills nothing in, and takes no field that a record does not have. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .serializationInclusion(JsonInclude.Include.NON_NULL)
            .build();

    private Child() {}

    /** What the spec leaves open stays open, and the child's own default applies. */
    static <S, R extends CustomResource<S, ?>> R of(Cloud cloud, Class<R> kind, String name, S spec) {
        R child = made(cloud.face().kind(kind));
        child.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(cloud.namespace())
                .addToLabels("c5c3.io/plane", cloud.name())
                .build());
        child.setSpec(spec);
        return child;
    }

    /** What one spec says and, where it says nothing, what all are told. */
    @SuppressWarnings("unchecked")
    static <S extends Record> S joined(Shared shared, S own) {
        ObjectNode all = STRICT.valueToTree(shared);
        all.setAll((ObjectNode) STRICT.valueToTree(own));
        return (S) read(all, own.getClass());
    }

    private static <S> S read(ObjectNode fields, Class<S> spec) {
        try {
            return STRICT.treeToValue(fields, spec);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("What a plane says is no " + spec.getName(), e);
        }
    }

    /** Children are named after their kinds. */
    static List<Dependency> dependsOn(List<OpenStackService> services) {
        return services.stream()
                .map(service -> DependencyBuilder.builder()
                        .kind(HasMetadata.getKind(service.kind()))
                        .name(service.id())
                        .build())
                .toList();
    }

    /** As whom something logs in, by the Secret that its entry in the catalogue comes with. */
    static KeystoneAuth login(Cloud cloud, String user) {
        return KeystoneAuthBuilder.builder()
                .authUrl(url(cloud, OpenStackService.KEYSTONE) + "/v3")
                .appCredentialRef(KeystoneAuthAppCredentialRefBuilder.builder()
                        .secretName(CatalogueEntry.secretOf(user))
                        .build())
                .region(cloud.region())
                .build();
    }

    /** Where the others find a service. */
    static String url(Cloud cloud, OpenStackService service) {
        return (cloud.tls().enabled() ? "https://" : "http://") + service.id() + "." + cloud.namespace()
                + ".svc.cluster.local:" + service.port();
    }

    private static <R> R made(Class<? extends R> kind) {
        try {
            return kind.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(kind.getSimpleName() + " has no constructor without arguments", e);
        }
    }
}
