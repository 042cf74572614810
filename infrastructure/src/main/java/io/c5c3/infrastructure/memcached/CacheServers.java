package io.c5c3.infrastructure.memcached;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers themselves: a StatefulSet, for the sake of its names only.
 *
 * @param certificate the Secret with the server's certificate
 * @param logins the Secret with the password file
 */
record CacheServers(Memcached memcached, Optional<String> certificate, Optional<String> logins) {

    private static final long UID = 11211;
    private static final long EXPORTER_UID = 59000;

    /** What a server needs beside the items it keeps: hash table, connections, threads. */
    private static final int OVERHEAD_MB = 32;

    private CacheObjects objects() {
        return new CacheObjects(memcached);
    }

    StatefulSet statefulSet() {
        return objects().group().statefulSet(memcached.getSpec().replicas(), pod(), List.of());
    }

    private PodTemplateSpec pod() {
        var spec = memcached.getSpec();
        var volumes = new ArrayList<Volume>();
        certificate.ifPresent(secret -> volumes.add(volume("tls", secret, "tls.crt", "tls.key")));
        logins.ifPresent(secret -> volumes.add(volume("auth", secret, LoginStep.FILE)));
        var template = PodTemplate.of(
                objects().labels(), objects().selector(), UID, spec.pods(), server(), volumes.toArray(Volume[]::new));
        var built = (objects().exports() ? template.with(exporter()) : template).build();
        new Placement(spec, objects().selector()).to(built.getSpec());
        return built;
    }

    private static Volume volume(String name, String secret, String... keys) {
        var volume = new VolumeBuilder()
                .withName(name)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(0440)
                .endSecret();
        for (var key : keys) {
            volume.editSecret()
                    .addNewItem()
                    .withKey(key)
                    .withPath(key)
                    .endItem()
                    .endSecret();
        }
        return volume.build();
    }

    private Container server() {
        var spec = memcached.getSpec();
        var mounts = new ArrayList<VolumeMount>();
        certificate.ifPresent(secret -> mounts.add(mount("tls", Arguments.TLS)));
        logins.ifPresent(secret -> mounts.add(mount("auth", Arguments.LOGINS)));
        return new ContainerBuilder()
                .withName("memcached")
                .withImage(spec.image())
                .withCommand("memcached")
                .withArgs(new Arguments(spec).list())
                .addNewPort()
                .withName(CacheObjects.PORT_NAME)
                .withContainerPort(Memcached.PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(resources())
                // A bare connection works with and without encryption and logins.
                .withStartupProbe(probe(CacheObjects.PORT_NAME, 1, 60))
                .withReadinessProbe(probe(CacheObjects.PORT_NAME, 5, 3))
                .withLivenessProbe(probe(CacheObjects.PORT_NAME, 10, 6))
                .withVolumeMounts(mounts)
                .build();
    }

    private ResourceRequirements resources() {
        var spec = memcached.getSpec();
        if (spec.resources() != null) {
            return spec.resources();
        }
        return Requests.unless(spec.pods().resources(), "10m", spec.config().maxMemoryMB() + OVERHEAD_MB + "Mi");
    }

    private Container exporter() {
        var exporter = memcached.getSpec().monitoring().exporter();
        var arguments = new ArrayList<>(List.of("--memcached.address=localhost:" + Memcached.PORT));
        if (certificate.isPresent()) {
            // It talks to the server next to it; there is nobody in between to be verified.
            arguments.add("--memcached.tls.enable");
            arguments.add("--memcached.tls.insecure-skip-verify");
        }
        return new ContainerBuilder()
                .withName("exporter")
                .withImage(exporter.image())
                .withArgs(arguments)
                .withNewSecurityContext()
                .withRunAsUser(EXPORTER_UID)
                .withRunAsGroup(EXPORTER_UID)
                .endSecurityContext()
                .addNewPort()
                .withName(CacheObjects.METRICS_NAME)
                .withContainerPort(CacheObjects.METRICS_PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.unless(exporter.resources(), "10m", "16Mi"))
                .withReadinessProbe(probe(CacheObjects.METRICS_NAME, 10, 3))
                .build();
    }

    private static VolumeMount mount(String name, String path) {
        return new VolumeMountBuilder()
                .withName(name)
                .withMountPath(path)
                .withReadOnly(true)
                .build();
    }

    private static Probe probe(String port, int period, int failures) {
        return new ProbeBuilder()
                .withNewTcpSocket()
                .withNewPort(port)
                .endTcpSocket()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(2)
                .withFailureThreshold(failures)
                .build();
    }
}
