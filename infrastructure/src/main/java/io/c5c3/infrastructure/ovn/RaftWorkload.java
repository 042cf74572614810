package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;

/** The members of a database: a StatefulSet whose pods found the database or join it, see database.sh. */
record RaftWorkload(RaftDatabase database, String operator) {

    private static final String MEMBERS = "/etc/ovn/members";
    private static final String RUN = "/run/ovn";
    private static final String CONTROL = RUN + "/db.ctl";

    private OvnTls tls() {
        return new OvnTls(database.cluster());
    }

    /** @param size of the volumes as it was first asked for: the template of a claim can never be changed */
    StatefulSet statefulSet(String size) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(database.name())
                .withLabels(database.labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(database.spec().replicas())
                .withServiceName(database.headless())
                // After a power cut no member is ready before a majority is there; one by one they would wait forever.
                .withPodManagementPolicy("Parallel")
                // A member that has left for good must come back, if ever, with an empty volume.
                .withNewPersistentVolumeClaimRetentionPolicy()
                .withWhenScaled("Delete")
                .withWhenDeleted("Retain")
                .endPersistentVolumeClaimRetentionPolicy()
                .withNewSelector()
                .withMatchLabels(database.selector())
                .endSelector()
                .withTemplate(pod())
                .withVolumeClaimTemplates(claimTemplate(size))
                .endSpec()
                .build();
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        return ClaimTemplate.of(
                RaftDatabase.VOLUME, operator, database.spec().storage().storageClass(), size);
    }

    private PodTemplateSpec pod() {
        var volumes = new ArrayList<Volume>();
        volumes.add(new RaftObjects(database).script().volume());
        volumes.add(new VolumeBuilder()
                .withName("members")
                .withNewConfigMap()
                .withName(database.members())
                .withDefaultMode(0444)
                .endConfigMap()
                .build());
        volumes.add(Containers.emptyDir("run"));
        tls().files().ifPresent(files -> volumes.add(files.volume()));
        var pod = PodTemplate.of(
                        database.labels(),
                        database.selector(),
                        PodTemplate.OPENSTACK,
                        database.spec().pods(),
                        container(),
                        volumes.toArray(Volume[]::new))
                .build();
        return FoundingFiles.into(pod, database.cluster());
    }

    private Container container() {
        var spec = database.spec();
        return new ContainerBuilder()
                .withName("ovsdb-server")
                .withImage(OvnImages.ovn(database.cluster()))
                .withCommand("sh", Scripts.path(Scripts.DATABASE), "run")
                .withEnv(environment())
                .addNewPort()
                .withName(RaftObjects.PORT_NAME)
                .withContainerPort(database.side().port())
                .withProtocol("TCP")
                .endPort()
                .addNewPort()
                .withName(RaftObjects.RAFT_NAME)
                .withContainerPort(database.side().raftPort())
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.unless(
                        spec.resources() == null ? spec.pods().resources() : spec.resources(), "50m", "64Mi"))
                // Quick to notice the first start, patient with a member that has to wait for the others.
                .withStartupProbe(Containers.probe(1, 3600, "sh", Scripts.path(Scripts.DATABASE), "ready"))
                .withReadinessProbe(Containers.probe(5, 3, "sh", Scripts.path(Scripts.DATABASE), "ready"))
                .withLivenessProbe(Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", CONTROL, "version"))
                .withVolumeMounts(mounts())
                .build();
    }

    private List<EnvVar> environment() {
        var side = database.side();
        return List.of(
                Variable.own("POD_NAME", "metadata.name"),
                Variable.own("POD_IP", "status.podIP"),
                Variable.of("DOMAIN", database.domain()),
                Variable.of("DATABASE", side.database()),
                Variable.of("SCHEMA", side.schema()),
                Variable.of("PROTOCOL", tls().protocol()),
                Variable.of("PORT", String.valueOf(side.port())),
                Variable.of("RAFT_PORT", String.valueOf(side.raftPort())));
    }

    private List<VolumeMount> mounts() {
        var mounts = new ArrayList<>(List.of(
                Containers.mount(RaftDatabase.VOLUME, "/var/lib/ovn"),
                Containers.mount("run", RUN),
                Containers.readOnly("members", MEMBERS),
                Scripts.mount(new RaftObjects(database).script())));
        tls().files().ifPresent(files -> mounts.add(files.mount()));
        return mounts;
    }
}
