package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers themselves, each with its sentinel and its exporter.
 *
 * @param certificate as files, if there is encryption
 */
record StoreWorkload(Valkey valkey, String operator, StoreFiles files, Optional<SecretFiles> certificate) {

    /** Time for another to take over, and then to write out what is in memory. */
    private static final long GRACE_SECONDS = 60;

    static StoreWorkload of(Valkey valkey, String operator, Facts facts) {
        var certificate = new StoreNames(valkey).certificate();
        return new StoreWorkload(
                valkey,
                operator,
                new StoreFiles(valkey, certificate.authority(facts).isPresent()),
                certificate.files(StoreFiles.TLS, facts));
    }

    private StoreNames names() {
        return new StoreNames(valkey);
    }

    /** @param replicas that may run now */
    StatefulSet statefulSet(int replicas) {
        return new StoreObjects(valkey)
                .group()
                .statefulSet(replicas, pod(), names().persistent() ? List.of(claimTemplate()) : List.of());
    }

    private PersistentVolumeClaim claimTemplate() {
        var wish = valkey.getSpec().persistence();
        return ClaimTemplate.of(StoreNames.VOLUME, operator, wish.storageClass(), wish.size());
    }

    private PodTemplateSpec pod() {
        var template = PodTemplate.of(
                names().labels(),
                names().selector(),
                PodTemplate.OPENSTACK,
                valkey.getSpec().pods(),
                server(),
                volumes().toArray(Volume[]::new));
        if (names().guarded()) {
            template = template.with(sentinel());
        }
        if (valkey.getSpec().metrics().enabled()) {
            template = template.with(exporter());
        }
        var pod = template.build();
        if (pod.getSpec().getTerminationGracePeriodSeconds() == null) {
            pod.getSpec().setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        return names().persistent() ? FoundingFiles.into(pod, valkey) : pod;
    }

    private List<Volume> volumes() {
        var volumes = new ArrayList<>(List.of(files.config().volume()));
        certificate.ifPresent(secret -> volumes.add(secret.volume()));
        if (!names().persistent()) {
            volumes.add(new VolumeBuilder()
                    .withName(StoreNames.VOLUME)
                    .withNewEmptyDir()
                    .endEmptyDir()
                    .build());
        }
        return volumes;
    }

    private Container server() {
        return program(StoreObjects.SERVER, Valkey.PORT)
                .withCommand("sh", StoreFiles.FOLDER + "/server.sh")
                .withResources(Requests.unless(valkey.getSpec().pods().resources(), "50m", "64Mi"))
                // Quick to notice the first start, patient with a large volume and with a primary that is away.
                .withStartupProbe(probe("started", 1, 900))
                .withReadinessProbe(probe("ready", 5, 3))
                .withLivenessProbe(probe("alive", 10, 6))
                .withNewLifecycle()
                .withNewPreStop()
                .withNewExec()
                .withCommand("sh", StoreFiles.FOLDER + "/stop.sh")
                .endExec()
                .endPreStop()
                .endLifecycle()
                .build();
    }

    private Container sentinel() {
        return program(StoreObjects.SENTINEL, Valkey.SENTINEL_PORT)
                .withCommand("sh", StoreFiles.FOLDER + "/sentinel.sh")
                .withResources(Requests.of("10m", "16Mi"))
                .withStartupProbe(probe(StoreObjects.SENTINEL, 1, 120))
                .withReadinessProbe(probe(StoreObjects.SENTINEL, 5, 3))
                .withLivenessProbe(probe(StoreObjects.SENTINEL, 10, 6))
                .build();
    }

    private ContainerBuilder program(String name, int port) {
        return container(name, port)
                .withEnv(
                        password("REDISCLI_AUTH"),
                        Variable.of("VALKEY_SENTINEL", names().guarded() ? "yes" : "no"),
                        Variable.of("VALKEY_CLI_OPTIONS", files.toolOptions()))
                .withVolumeMounts(mounts());
    }

    private Container exporter() {
        var encrypted = certificate.isPresent();
        return container(StoreObjects.METRICS, Valkey.METRICS_PORT)
                .withCommand("prometheus-redis-exporter")
                .withEnv(
                        password("REDIS_PASSWORD"),
                        Variable.of("REDIS_ADDR", (encrypted ? "rediss" : "redis") + "://localhost:" + Valkey.PORT),
                        // It talks to the server next to it; there is nobody in between to be verified.
                        Variable.of("REDIS_EXPORTER_SKIP_TLS_VERIFICATION", String.valueOf(encrypted)))
                .withResources(Requests.of("10m", "16Mi"))
                .withNewReadinessProbe()
                .withNewTcpSocket()
                .withNewPort(StoreObjects.METRICS)
                .endTcpSocket()
                .withPeriodSeconds(10)
                .endReadinessProbe()
                .build();
    }

    private ContainerBuilder container(String name, int port) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(valkey.getSpec().image())
                .addNewPort()
                .withName(name)
                .withContainerPort(port)
                .withProtocol("TCP")
                .endPort();
    }

    /** From the environment, not a file: server, sentinel and probes agree on the password they were started with. */
    private EnvVar password(String variable) {
        return new EnvVarBuilder()
                .withName(variable)
                .withNewValueFrom()
                .withNewSecretKeyRef()
                .withName(names().password())
                .withKey("password")
                .endSecretKeyRef()
                .endValueFrom()
                .build();
    }

    private List<VolumeMount> mounts() {
        var mounts = new ArrayList<VolumeMount>();
        mounts.add(new VolumeMountBuilder()
                .withName(StoreNames.VOLUME)
                .withMountPath(StoreFiles.DATA)
                .build());
        mounts.add(new VolumeMountBuilder()
                .withName(files.config().volume().getName())
                .withMountPath(StoreFiles.FOLDER)
                .withReadOnly(true)
                .build());
        certificate.ifPresent(secret -> mounts.add(secret.mount()));
        return mounts;
    }

    private static Probe probe(String question, int period, int failures) {
        return new ProbeBuilder()
                .withNewExec()
                .withCommand("sh", StoreFiles.FOLDER + "/probe.sh", question)
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }
}
