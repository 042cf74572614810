package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The servers themselves: a StatefulSet whose pods need nothing of the image but the programs of RabbitMQ, a shell and a user of this
 * number, be it the public image or Debian's packages.
 */
record ServerWorkload(RabbitMQ rabbitmq, String operator) {

    private static final long UID = 999;

    /** Time for the others to catch up, and then to write out what is in memory. */
    private static final long GRACE_SECONDS = 120;

    private ServerNames names() {
        return new ServerNames(rabbitmq);
    }

    private ServerFiles files() {
        return new ServerFiles(rabbitmq);
    }

    /**
     * @param size of the volumes as it was first asked for: the template of a claim can never be changed
     * @param replicas that may run now
     */
    StatefulSet statefulSet(String size, int replicas) {
        return new ServerObjects(rabbitmq).group().statefulSet(replicas, pod(), List.of(claimTemplate(size)));
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        return ClaimTemplate.of(ServerNames.VOLUME, operator, rabbitmq.getSpec().storageClass(), size);
    }

    private PodTemplateSpec pod() {
        var volumes = Stream.concat(
                        Stream.of(files().config().volume(), FoundingFiles.volume(rabbitmq)),
                        secrets().stream().map(SecretFiles::volume))
                .toArray(Volume[]::new);
        var template = PodTemplate.of(
                        names().labels(),
                        names().selector(),
                        UID,
                        rabbitmq.getSpec().pods(),
                        container(),
                        volumes)
                .build();
        var pod = template.getSpec();
        if (pod.getTerminationGracePeriodSeconds() == null) {
            pod.setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        pod.setAffinity(new ServerObjects(rabbitmq).group().apart(pod.getAffinity()));
        return template;
    }

    private List<SecretFiles> secrets() {
        var secrets = new ArrayList<SecretFiles>();
        secrets.add(new SecretFiles(
                "cookie", RabbitMQBlueprint.cookie(rabbitmq), ServerFiles.COOKIE, List.of(CookieStep.KEY)));
        secrets.add(
                new SecretFiles("admin", new AdminPassword(rabbitmq).secret(), ServerFiles.ADMIN, List.of("password")));
        names().certificate()
                .secret()
                .ifPresent(secret ->
                        secrets.add(new SecretFiles("tls", secret, ServerOptions.TLS, List.of("tls.crt", "tls.key"))));
        return secrets;
    }

    private Container container() {
        return new ContainerBuilder()
                .withName("rabbitmq")
                .withImage(rabbitmq.getSpec().image())
                .withCommand("sh", ServerFiles.FOLDER + "/start.sh")
                .withEnv(environment())
                .withPorts(
                        port(ServerObjects.AMQP, names().port()),
                        port(ServerObjects.MANAGEMENT, names().managementPort()),
                        port(ServerObjects.METRICS, RabbitMQ.METRICS_PORT),
                        port(ServerObjects.DISTRIBUTION, ServerObjects.DISTRIBUTION_PORT))
                .withResources(Requests.unless(rabbitmq.getSpec().pods().resources(), "100m", "256Mi"))
                // Bare connections: the tools of RabbitMQ start a virtual machine each time they are asked. Quick to
                // notice the first start, patient with a server that waits for the others.
                .withStartupProbe(probe(ServerObjects.AMQP, 1, 900))
                .withReadinessProbe(probe(ServerObjects.AMQP, 5, 3))
                // Not the port for clients: a server that is cut off from the majority closes that, and is well.
                .withLivenessProbe(probe(ServerObjects.DISTRIBUTION, 10, 6))
                .withNewLifecycle()
                .withNewPreStop()
                .withNewExec()
                .withCommand("sh", ServerFiles.FOLDER + "/stop.sh")
                .endExec()
                .endPreStop()
                .endLifecycle()
                .withVolumeMounts(mounts())
                .build();
    }

    private List<EnvVar> environment() {
        return Stream.of(
                        Variable.of("HOME", ServerFiles.DATA),
                        Variable.of("RABBITMQ_CONFIG_FILE", ServerFiles.FOLDER + "/rabbitmq.conf"),
                        Variable.of("RABBITMQ_CONFIG_FILES", "/tmp/rabbitmq"),
                        Variable.of("RABBITMQ_CONF_ENV_FILE", ServerFiles.FOLDER + "/rabbitmq-env.conf"),
                        Variable.of("RABBITMQ_ENABLED_PLUGINS_FILE", ServerFiles.FOLDER + "/enabled_plugins"),
                        Variable.of("RABBITMQ_LOGS", "-"),
                        Variable.of("RABBITMQ_LOG_BASE", "/tmp"),
                        Variable.of("RABBITMQ_MNESIA_BASE", ServerFiles.DATA + "/mnesia"),
                        Variable.of("RABBITMQ_DIST_PORT", String.valueOf(ServerObjects.DISTRIBUTION_PORT)),
                        Variable.of(
                                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                                new ServerOptions(rabbitmq.getSpec()).virtualMachine()),
                        // A picture of the memory would show every password in it.
                        Variable.of("ERL_CRASH_DUMP_BYTES", "0"))
                .toList();
    }

    private List<VolumeMount> mounts() {
        var mounts = new ArrayList<VolumeMount>();
        mounts.add(new VolumeMountBuilder()
                .withName(ServerNames.VOLUME)
                .withMountPath(ServerFiles.DATA)
                .build());
        mounts.add(new VolumeMountBuilder()
                .withName(files().config().volume().getName())
                .withMountPath(ServerFiles.FOLDER)
                .withReadOnly(true)
                .build());
        mounts.add(FoundingFiles.mount());
        secrets().forEach(secret -> mounts.add(secret.mount()));
        return mounts;
    }

    private static ContainerPort port(String name, int port) {
        return new ContainerPortBuilder()
                .withName(name)
                .withContainerPort(port)
                .withProtocol("TCP")
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
