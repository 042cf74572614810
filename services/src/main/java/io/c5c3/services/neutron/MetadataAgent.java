package io.c5c3.services.neutron;

import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The agent on hypervisors through which guests ask who they are. For each network it makes a network namespace on the node with a port in
 * OVN, in which a small proxy listens on 169.254.169.254; it signs what guests ask and hands it to Nova.
 *
 * <p>An exception from restricted pod security: it runs as root with all privileges and in the node's network, because it makes network
 * namespaces that have to outlive its pod (a mount that goes from a pod to the node is for privileged pods only) and cables between them
 * and the node's switch.
 *
 * @param host who answers for Nova
 * @param secret what both know and nobody else
 */
record MetadataAgent(Neutron neutron, ServicePods pods, OvnPlace ovn, String host, SecretKeyRef secret) {

    private static final String PART = "ovn-agent";
    private static final String FILE = "neutron-ovn-agent.conf";
    private static final int NOVA_PORT = 8775;

    /** Where the switch of the node listens, and where network namespaces have their names. */
    private static final String SWITCH = "/run/openvswitch";

    private static final String NAMESPACES = "/run/netns";

    /** What the agent reads of a person's options: a change of any other is no reason to restart it. */
    private static final List<String> SECTIONS = List.of(Ini.DEFAULT, "agent", "ovs", "ovn", "metadata_rate_limiting");

    /** None without anybody who could answer: a Nova in the namespace, or one that a person names. */
    static Optional<MetadataAgent> of(Neutron neutron, ServicePods pods, OvnPlace ovn, Facts facts) {
        var wish = neutron.getSpec().metadataAgent();
        var nova = facts.neighbours(Nova.class).stream()
                .min(Comparator.comparing(found -> found.getMetadata().getName()));
        var name = nova.map(found -> found.getMetadata().getName()).orElse("nova");
        var host = Optional.ofNullable(wish.novaMetadataHost())
                .or(() -> nova.map(
                        found -> name + "-metadata." + neutron.getMetadata().getNamespace() + ".svc"));
        var secret = Optional.ofNullable(wish.sharedSecretRef())
                .or(() -> nova.flatMap(
                        found -> Optional.ofNullable(found.getSpec().metadata().sharedSecretRef())))
                .orElseGet(() -> new SecretKeyRef(name + "-metadata-secret", "shared_secret"));
        return host.map(found -> new MetadataAgent(neutron, pods, ovn, found, secret));
    }

    Step step() {
        var rollsOn = new HashSet<>(List.of(secret.name()));
        ovn.secret().ifPresent(rollsOn::add);
        return new SequenceStep(
                new SecretsStep(List.of(
                        new SecretsStep.Input(secret.name(), List.of(secret.key()), "WaitingForMetadataSecret"))),
                new ObjectsStep(List.of(config().configMap()), "ConfigApplied", "The agent's options are written."),
                new WorkloadStep(daemonSet(), List.of(), rollsOn));
    }

    private ConfigFiles config() {
        var custom = new TreeMap<>(neutron.getSpec().customConfig());
        custom.keySet().retainAll(SECTIONS);
        return new ConfigFiles(
                pods.name() + "-" + PART + "-config",
                pods.labels(PART),
                new TreeMap<>(Map.of(FILE, ini().overlay(custom).render())));
    }

    private Ini ini() {
        var ini = Ini.empty()
                .set(Ini.DEFAULT, "use_stderr", true)
                .set(Ini.DEFAULT, "state_path", NeutronConfig.STATE)
                .set(Ini.DEFAULT, "nova_metadata_host", host)
                .set(Ini.DEFAULT, "nova_metadata_port", NOVA_PORT)
                .set("agent", "extensions", "metadata")
                // It is root already.
                .set("agent", "root_helper", "")
                .set("ovs", "ovsdb_connection", "unix:" + SWITCH + "/db.sock");
        for (var privileges : List.of("privsep", "privsep_namespace", "privsep_ovs_vsctl", "privsep_link")) {
            ini = ini.set(
                    privileges, "helper_command", "privsep-helper --config-file " + NeutronConfig.FOLDER + "/" + FILE);
        }
        return ovn.southbound(ini);
    }

    private DaemonSet daemonSet() {
        var reads = Reads.of(config(), NeutronConfig.FOLDER)
                .with(Reads.fromSecret(Ini.DEFAULT, "metadata_proxy_shared_secret", secret.name(), secret.key()))
                .with(ovn.certificate())
                .with(ovn.founded())
                .withScratch("state", NeutronConfig.STATE)
                .withScratch("tmp", "/tmp")
                .with(
                        folder("openvswitch", SWITCH),
                        mount("openvswitch", SWITCH).build())
                .with(
                        folder("netns", NAMESPACES),
                        mount("netns", NAMESPACES)
                                .withMountPropagation("Bidirectional")
                                .build());
        var settings = neutron.getSpec().metadataAgent().deployment();
        var volumes = new ArrayList<>(reads.volumes());
        settings.extraMounts().forEach(extra -> volumes.add(extra.volume()));
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(pods.name() + "-" + PART)
                .withLabels(pods.labels(PART))
                .endMetadata()
                .withNewSpec()
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(pods.selector(PART))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(pods.labels(PART))
                .withAnnotations(settings.annotations().isEmpty() ? null : new TreeMap<>(settings.annotations()))
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                // Nova is found by the name of its Service.
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodeSelector(settings))
                .withTolerations(tolerations(settings))
                .withAffinity(settings.affinity())
                .withTopologySpreadConstraints(settings.topologySpreadConstraints())
                .withPriorityClassName(Objects.requireNonNullElse(settings.priorityClassName(), "system-node-critical"))
                .withTerminationGracePeriodSeconds(settings.terminationGracePeriodSeconds())
                .withContainers(PodTemplate.leaving(container(settings, reads), settings))
                .withVolumes(volumes)
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private Container container(Pods settings, Reads reads) {
        var mounts = new ArrayList<>(reads.mounts());
        settings.extraMounts().forEach(extra -> mounts.add(extra.mount()));
        return new ContainerBuilder()
                .withName(PART)
                .withImage(pods.image())
                .withImagePullPolicy("IfNotPresent")
                .withCommand("neutron-ovn-agent", "--config-file", NeutronConfig.FOLDER + "/" + FILE)
                .withEnv(reads.env())
                .withResources(resources(settings))
                // The socket on which the proxies of all networks hand over what guests ask.
                .withNewReadinessProbe()
                .withNewExec()
                .withCommand("test", "-S", NeutronConfig.STATE + "/metadata_proxy")
                .endExec()
                .withPeriodSeconds(5)
                .endReadinessProbe()
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withNewSecurityContext()
                .withPrivileged(true)
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withReadOnlyRootFilesystem(true)
                .endSecurityContext()
                .withVolumeMounts(mounts)
                .build();
    }

    private Map<String, String> nodeSelector(Pods settings) {
        var labels = new TreeMap<>(neutron.getSpec().metadataAgent().nodeSelector());
        labels.putAll(settings.nodeSelector());
        return labels;
    }

    /** Guests run on tainted nodes too, and go on asking there. */
    private static List<Toleration> tolerations(Pods settings) {
        return settings.tolerations().isEmpty()
                ? List.of(new TolerationBuilder().withOperator("Exists").build())
                : settings.tolerations();
    }

    private static ResourceRequirements resources(Pods settings) {
        return Requests.unless(settings.resources(), "20m", "192Mi");
    }

    private static Volume folder(String name, String path) {
        return new VolumeBuilder()
                .withName(name)
                .withNewHostPath()
                .withPath(path)
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build();
    }

    private static VolumeMountBuilder mount(String name, String path) {
        return new VolumeMountBuilder().withName(name).withMountPath(path);
    }
}
