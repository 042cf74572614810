package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.kube.PodTemplate;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;
import java.util.TreeMap;

/** The Kubernetes objects of one server. The pod keeps the contract of the public mariadb image. */
record ServerObjects(MariaDB mariadb, String operator) {

    static final String VOLUME = "data";
    private static final String SERVICE = "mariadb";
    private static final String PORT_NAME = "mysql";
    private static final long UID = 999;

    /** Time to write out what is in memory; a server that is killed has to recover at the next start. */
    private static final long GRACE_SECONDS = 120;

    private String name() {
        return mariadb.getMetadata().getName();
    }

    private Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    private Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    String claim() {
        return VOLUME + "-" + name() + "-0";
    }

    private String nodes() {
        return name() + "-nodes";
    }

    ConfigMap config() {
        var data = Map.of("c5c3.cnf", new ServerOptions(mariadb.getSpec().config()).text());
        var labels = new TreeMap<>(labels());
        var digest = Digest.of(data);
        labels.put(Reconciliation.REVISION, digest);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name() + "-config-" + digest)
                .withLabels(labels)
                .endMetadata()
                .withImmutable(true)
                .withData(data)
                .build();
    }

    Service service() {
        return service(name()).build();
    }

    /** Gives the pods names of their own. */
    Service headless() {
        return service(nodes())
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(selector())
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(MariaDB.PORT)
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec();
    }

    /** Nothing but the database port is open, and the server itself connects to nobody. */
    NetworkPolicy networkPolicy() {
        return new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(selector())
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .addNewIngress()
                .addNewPort()
                .withProtocol("TCP")
                .withNewPort(MariaDB.PORT)
                .endPort()
                .endIngress()
                .endSpec()
                .build();
    }

    /** @param size of the volume as it was first asked for: the template of a claim can never be changed */
    StatefulSet statefulSet(String size) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(mariadb.getSpec().replicas())
                .withServiceName(nodes())
                .withNewSelector()
                .withMatchLabels(selector())
                .endSelector()
                .withTemplate(pod())
                .withVolumeClaimTemplates(claimTemplate(size))
                .endSpec()
                .build();
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        var storageClass = mariadb.getSpec().storageClass();
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(VOLUME)
                // Claims are made by the StatefulSet's controller; without this label no watch would see them.
                .withLabels(Map.of(Labels.OPERATOR, operator))
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(storageClass.isEmpty() ? null : storageClass)
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(size)))
                .endResources()
                .endSpec()
                .build();
    }

    private PodTemplateSpec pod() {
        var template = PodTemplate.of(
                        labels(),
                        selector(),
                        UID,
                        mariadb.getSpec().pods(),
                        container(),
                        configVolume(),
                        rootVolume(),
                        new VolumeBuilder().withName("run").withNewEmptyDir().endEmptyDir().build())
                .build();
        if (template.getSpec().getTerminationGracePeriodSeconds() == null) {
            template.getSpec().setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        return template;
    }

    private Volume configVolume() {
        return new VolumeBuilder()
                .withName("config")
                .withNewConfigMap()
                .withName(config().getMetadata().getName())
                .endConfigMap()
                .build();
    }

    private Volume rootVolume() {
        return new VolumeBuilder()
                .withName("root")
                .withNewSecret()
                .withSecretName(new RootPassword(mariadb).secret())
                .addNewItem()
                .withKey("password")
                .withPath("password")
                .endItem()
                .withDefaultMode(0440)
                .endSecret()
                .build();
    }

    private Container container() {
        return new ContainerBuilder()
                .withName("mariadb")
                .withImage(mariadb.getSpec().image())
                .addNewEnv()
                .withName("MARIADB_ROOT_PASSWORD_FILE")
                .withValue("/run/secrets/root/password")
                .endEnv()
                .addNewEnv()
                .withName("MARIADB_AUTO_UPGRADE")
                .withValue("1")
                .endEnv()
                .addNewPort()
                .withName(PORT_NAME)
                .withContainerPort(MariaDB.PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(mariadb.getSpec().pods().resources())
                // Quick to notice the first start, patient with a recovery that takes its time.
                .withStartupProbe(probe(1, 900, "--connect", "--innodb_initialized"))
                .withReadinessProbe(probe(5, 3, "--connect", "--innodb_initialized"))
                .withLivenessProbe(probe(10, 6, "--connect"))
                .addNewVolumeMount()
                .withName(VOLUME)
                .withMountPath("/var/lib/mysql")
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("config")
                .withMountPath("/etc/mysql/conf.d")
                .withReadOnly(true)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("root")
                .withMountPath("/run/secrets/root")
                .withReadOnly(true)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("run")
                .withMountPath("/run/mysqld")
                .endVolumeMount()
                .build();
    }

    private static Probe probe(int period, int failures, String... checks) {
        var command = new java.util.ArrayList<String>();
        command.add("healthcheck.sh");
        command.addAll(java.util.List.of(checks));
        return new ProbeBuilder()
                .withNewExec()
                .withCommand(command)
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }
}
