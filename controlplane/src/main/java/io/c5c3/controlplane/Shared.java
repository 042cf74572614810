package io.c5c3.controlplane;

import io.c5c3.api.catalogue.Need;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.CacheBuilder;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DatabaseBuilder;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.MessagingBuilder;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.Tls;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a plane says in the same words in the resources of all its services; each takes what it needs. It names no {@code dependsOn}: that
 * would keep a service from all work until the others are ready, where most of it, its tables first of all, needs a database alone.
 */
record Shared(
        @Nullable Integer replicas,
        @Nullable Image image,
        @Nullable Database database,
        @Nullable Messaging messaging,
        @Nullable Cache cache,
        @Nullable KeystoneAuth keystone,
        @Nullable Map<String, Map<String, String>> customConfig,
        @Nullable Policy policyOverrides,
        Tls tls,
        @Nullable Exposure exposure,
        @Nullable Pods deployment,
        DeletionPolicy deletionPolicy) {

    static Shared of(Cloud cloud, OpenStackService service) {
        var wanted = cloud.services().of(service);
        return new Shared(
                wanted.replicas(),
                wanted.image(),
                service.needs(Need.Database) ? database(service) : null,
                service.needs(Need.Queue) ? queue(service) : null,
                service.needs(Need.Cache) ? tokens() : null,
                service.roles().isEmpty() ? null : Child.login(cloud, service.id()),
                wanted.customConfig(),
                // Rules are for those that programs ask.
                service.listed() ? Policy.merge(cloud.policy(), wanted.policyOverrides()) : null,
                cloud.tls(),
                wanted.exposure(),
                wanted.deployment(),
                cloud.deletionPolicy());
    }

    private static Database database(OpenStackService service) {
        return DatabaseBuilder.builder()
                .clusterRef(new NameRef(Child.MARIADB))
                .secretRef(new SecretRef(Credentials.databaseSecret(service)))
                .build();
    }

    private static Messaging queue(OpenStackService service) {
        return MessagingBuilder.builder()
                .clusterRef(new NameRef(Child.RABBITMQ))
                .secretRef(new SecretRef(Credentials.queueSecret(service)))
                .build();
    }

    private static Cache tokens() {
        return CacheBuilder.builder().clusterRef(new NameRef(Child.MEMCACHED)).build();
    }
}
