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
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;

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

    StatefulSet monitors(ConfigFiles files) {
        var keys = keys(ClusterKeysStep.MONITOR_KEYRING);
        var env = List.of(
                Variable.own("POD_NAME", "metadata.name"),
                Variable.of("FSID", place.fsid()),
                Variable.of("MONITORS", String.join(" ", place.monitors())),
                ADDRESS);
        var pod = new ClusterPod(names(), ClusterNames.MONITOR, wish(), files, keys)
                .template(CephLogin.PORT, "64Mi", SCRIPT, env, "mon_status", List.of("leader", "peon"));
        return set(ClusterNames.MONITOR, place.monitors().size(), MONITOR_SIZE, pod);
    }

    StatefulSet disks(ConfigFiles files) {
        // Which keys there are changes with the number of disks, and is no reason to start anew.
        var keys = new SecretFiles("keys", names().diskKeys(), ClusterPod.KEYS);
        var env =
                List.of(Variable.own("POD_NAME", "metadata.name"), Variable.own("NODE_NAME", "spec.nodeName"), ADDRESS);
        var pod = new ClusterPod(names(), ClusterNames.DISK, wish(), files, keys)
                .template(FIRST_PORT, "256Mi", SCRIPT, env, "status", List.of("active"));
        return set(ClusterNames.DISK, wish().osds(), wish().storageSize(), pod);
    }

    /** Known from the cluster's first day. */
    Deployment manager(ConfigFiles files) {
        return manager(ClusterNames.MANAGER, "a", files, keys(ClusterKeysStep.MANAGER_KEYRING));
    }

    /** It takes over when the first is gone. */
    Deployment secondManager(ConfigFiles files) {
        var keys = new SecretFiles(
                "keys", names().managerKeys(), ClusterPod.KEYS, List.of(ClusterKeysStep.MANAGER_KEYRING));
        return manager(ClusterNames.SECOND_MANAGER, "b", files, keys);
    }

    /** One at a time of each name, and none with anything to lose. */
    private Deployment manager(String part, String id, ConfigFiles files, SecretFiles keys) {
        var command = List.of(
                "ceph-mgr",
                "-f",
                "-i",
                id,
                "--mgr-data",
                ClusterPod.STATE,
                "--keyring",
                ClusterPod.KEYS + "/" + ClusterKeysStep.MANAGER_KEYRING,
                "--public-addr",
                "$(POD_IP)");
        var pod = new ClusterPod(names(), part, wish(), files, keys)
                .manager(FIRST_PORT, "128Mi", command, List.of(ADDRESS));
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(names().of(part))
                .withLabels(names().labels(part))
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(names().selector(part))
                .endSelector()
                .withNewStrategy()
                .withType("Recreate")
                .endStrategy()
                .withTemplate(new ManagerMetrics(storage).into(pod))
                .endSpec()
                .build();
    }

    /** Of several one may be away at a time: the others would be no majority, or have no copy. */
    Optional<PodDisruptionBudget> budget(String part, int replicas) {
        return group(part).disruptionBudget(replicas);
    }

    private ServerGroup group(String part) {
        return new ServerGroup(names().of(part), names().labels(part), names().selector(part));
    }

    private SecretFiles keys(String key) {
        return new SecretFiles("keys", names().keys(), ClusterPod.KEYS, List.of(key));
    }

    private StatefulSet set(String part, int replicas, String size, PodTemplateSpec pod) {
        return group(part).statefulSet(replicas, FoundingFiles.into(pod, storage), List.of(claimTemplate(size)));
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        return ClaimTemplate.of(ClusterPod.VOLUME, operator, wish().storageClass(), size);
    }
}
