package io.c5c3.services;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Json;
import io.c5c3.engine.SentTo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** What a service finds in its namespace, as far as it looks. */
public final class Neighbours {

    private Neighbours() {}

    /** An identity service that answers. */
    public static Keystone keystone() {
        return Json.KUBERNETES.unmarshal("""
            apiVersion: keystone.openstack.c5c3.io/v1alpha1
            kind: Keystone
            metadata: {name: keystone, namespace: openstack}
            spec: {}
            status:
              endpoint: http://keystone.openstack.svc.cluster.local:5000
              conditions: [{type: Ready, status: "True", reason: Ready, message: Ready.}]
            """, Keystone.class);
    }

    public static Memcached memcached(int replicas) {
        return Json.KUBERNETES.unmarshal("""
            apiVersion: memcached.c5c3.io/v1beta1
            kind: Memcached
            metadata: {name: memcached, namespace: openstack}
            spec: {replicas: %d}
            """.formatted(replicas), Memcached.class);
    }

    /** A virtual network, with or without encryption, that has founded its databases. */
    public static OVNCluster ovn(String namespace, String name, boolean encrypted) {
        return Json.KUBERNETES.unmarshal("""
            apiVersion: ovn.c5c3.io/v1alpha1
            kind: OVNCluster
            metadata: {name: %s, namespace: %s}
            spec: {tls: {enabled: %s}}
            status: {northboundId: first-nb, southboundId: first-sb}
            """.formatted(name, namespace, encrypted), OVNCluster.class);
    }

    public static Nova nova(String spec) {
        return Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: Nova
            metadata: {name: nova, namespace: openstack}
            spec: %s
            """.formatted(spec), Nova.class);
    }

    /** A service whose API has answered once. */
    public static HasMetadata answering(OpenStackService service, String scheme) {
        return Json.KUBERNETES.unmarshal(
                """
            apiVersion: %s
            kind: %s
            metadata: {name: %s, namespace: openstack}
            spec: {}
            status: {endpoint: "%s://%s.openstack.svc.cluster.local:%d"}
            """.formatted(
                                HasMetadata.getApiVersion(service.kind()),
                                HasMetadata.getKind(service.kind()),
                                service.id(),
                                scheme,
                                service.id(),
                                service.port()),
                service.kind());
    }

    /** What the service catalogue writes for a service. */
    public static Secret login(String service) {
        return secret(
                service + "-keystone-credentials",
                Map.of("application_credential_id", "c0ffee", "application_credential_secret", "login $ecret"));
    }

    public static Secret secret(String name, Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(
                        SentTo.ALLOWED,
                        "db.example.com, keystone.example.com, keystone, mq.example.com, rabbit.example.com,"
                                + " Cinder/cinder, identity.example.com, keystone.openstack.svc.cluster.local,"
                                + " nova.openstack.svc.cluster.local")
                .endMetadata()
                .withData(data)
                .build();
    }
}
