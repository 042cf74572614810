package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.kube.HostReach;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every workload of the core cloud, looked through for what it wants of the node. */
@Tag("memory")
class PrivilegedMemoryTest {

    private static final Map<String, String> ENROLLED = Map.of(Enrolment.LABEL, "true");
    private static final Map<String, String> PRIVILEGED = Map.of(Enrolment.LABEL, "true", Enrolment.PRIVILEGED, "true");

    private static void label(Plane plane, Map<String, String> labels) {
        plane.simulation
                .cluster()
                .put(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Simulation.NAMESPACE)
                        .withLabels(labels)
                        .endMetadata()
                        .build());
    }

    /** The workloads that reach for the node, with what for. */
    private static Map<String, List<String>> reaching(Plane plane) {
        var found = new TreeMap<String, List<String>>();
        Stream.of(Deployment.class, StatefulSet.class, DaemonSet.class, Job.class, CronJob.class)
                .flatMap(kind -> plane.simulation.cluster().list(kind, "", Map.of()).stream())
                .filter(workload -> !HostReach.of(workload).isEmpty())
                .forEach(workload -> found.put(
                        workload.getKind() + "/" + workload.getMetadata().getName(), HostReach.of(workload)));
        return found;
    }

    private static List<String> refusing(Plane plane) {
        var refusing = new TreeSet<String>();
        Stream.<Class<? extends HasMetadata>>of(
                        OVNCluster.class, Neutron.class, NovaCompute.class, Cinder.class, Keystone.class)
                .flatMap(kind -> plane.simulation.cluster().list(kind, "", Map.of()).stream())
                .filter(resource -> Conditions.of(resource).stream()
                        .anyMatch(condition -> "PrivilegedNotAllowed".equals(condition.getReason())))
                .forEach(resource -> refusing.add(resource.getKind()));
        return List.copyOf(refusing);
    }

    @Test
    void nothingOfTheCoreCloudReachesForTheNodeUntilAnAdministratorAllowsIt() {
        var plane = new Plane();
        label(plane, ENROLLED);
        plane.apply(Plane.CORE);
        plane.simulation.settle();
        assertThat(reaching(plane)).isEmpty();
        assertThat(refusing(plane)).contains("OVNCluster");
        label(plane, PRIVILEGED);
        plane.simulation.settle();
        assertThat(reaching(plane).keySet())
                .as(reaching(plane).toString())
                .allMatch(name -> name.startsWith("DaemonSet/"))
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(refusing(plane)).isEmpty();
    }

    @Test
    void whatAPersonMountsFromTheNodeIsRefusedToo() {
        var plane = new Plane();
        label(plane, ENROLLED);
        plane.apply("""
            {services: {keystone: {enabled: true, deployment: {extraMounts: [
               {volume: {name: etc, hostPath: {path: /etc}}, mount: {name: etc, mountPath: /host}}]}}}}\
            """);
        plane.simulation.settle();
        assertThat(reaching(plane)).isEmpty();
        assertThat(refusing(plane)).containsExactly("Keystone");
    }

    @Test
    void aPrivilegedBackendIsRefusedToo() {
        var plane = new Plane();
        label(plane, PRIVILEGED);
        plane.apply(Plane.CORE);
        plane.simulation.settle();
        label(plane, ENROLLED);
        plane.apply(Plane.core(
                "cinder",
                "enabled: true, backends: [{name: nfs, driver: cinder.volume.drivers.nfs.NfsDriver,"
                        + " privileged: true}]"));
        plane.simulation.settle();
        assertThat(refusing(plane)).contains("Cinder");
    }
}
