package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;

/** What runs our own cluster. */
record ClusterWorkloads(CephStorage storage, ClusterPlace place, String operator) {

    /** Room for the monitor's maps; it needs a few hundred megabytes. */
    static final String MONITOR_SIZE = "2Gi";

    /** The first port that managers and disks take. */
    private static final int FIRST_PORT = 6800;

    private static final EnvVar ADDRESS = Variable.own("POD_IP", "status.podIP");
    private static final List<String> SCRIPT = List.of("sh", ClusterPod.CONFIG + "/" + ClusterObjects.SCRIPT);

    private ClusterNames names() {
        return new ClusterNames(storage.getMetadata().getName());
    }

    private CephStorage.BuiltIn wish() {
        return storage.getSpec().builtIn();
    }

    StatefulSet monitor(ConfigFiles files) {
        var keys = keys(ClusterKeysStep.MONITOR_KEYRING);
        var env = List.of(
                Variable.own("POD_NAME", "metadata.name"),
                Variable.of("FSID", place.fsid()),
                Variable.of("MONITOR", place.monitor()),
                ADDRESS);
        var pod = new ClusterPod(names(), ClusterNames.MONITOR, wish(), files, keys)
                .template(CephLogin.PORT, "64Mi", SCRIPT, env);
        return set(ClusterNames.MONITOR, 1, MONITOR_SIZE, pod);
    }

    StatefulSet disks(ConfigFiles files) {
        // Which keys there are changes with the number of disks, and is no reason to start anew.
        var keys = new SecretFiles("keys", names().diskKeys(), ClusterPod.KEYS);
        var env = List.of(Variable.own("POD_NAME", "metadata.name"), ADDRESS);
        var pod = new ClusterPod(names(), ClusterNames.DISK, wish(), files, keys)
                .template(FIRST_PORT, "256Mi", SCRIPT, env);
        return set(ClusterNames.DISK, wish().osds(), wish().storageSize(), pod);
    }

    /** One at a time, and none with anything to lose. */
    Deployment manager(ConfigFiles files) {
        var keys = keys(ClusterKeysStep.MANAGER_KEYRING);
        var command = List.of(
                "ceph-mgr",
                "-f",
                "-i",
                "a",
                "--mgr-data",
                ClusterPod.STATE,
                "--keyring",
                ClusterPod.KEYS + "/" + ClusterKeysStep.MANAGER_KEYRING,
                "--public-addr",
                "$(POD_IP)");
        var pod = new ClusterPod(names(), ClusterNames.MANAGER, wish(), files, keys)
                .template(FIRST_PORT, "128Mi", command, List.of(ADDRESS), ClusterPod.scratch(ClusterPod.VOLUME));
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(names().of(ClusterNames.MANAGER))
                .withLabels(names().labels(ClusterNames.MANAGER))
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(names().selector(ClusterNames.MANAGER))
                .endSelector()
                .withNewStrategy()
                .withType("Recreate")
                .endStrategy()
                .withTemplate(pod)
                .endSpec()
                .build();
    }

    private SecretFiles keys(String key) {
        return new SecretFiles("keys", names().keys(), ClusterPod.KEYS, List.of(key));
    }

    private StatefulSet set(String part, int replicas, String size, PodTemplateSpec pod) {
        return new ServerGroup(names().of(part), names().labels(part), names().selector(part))
                .statefulSet(replicas, FoundingFiles.into(pod, storage), List.of(claimTemplate(size)));
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        return ClaimTemplate.of(ClusterPod.VOLUME, operator, wish().storageClass(), size);
    }
}
