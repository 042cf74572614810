package io.c5c3.infrastructure.ovn;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.FreeNodesStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A virtual network. All parts are started side by side, since each waits by itself for those it needs; only when images change do they
 * follow each other: databases, northd, controllers, switches.
 */
public final class OVNClusterBlueprint implements Blueprint<OVNCluster> {

    static final String OPERATOR = "ovn";

    /** Those who have switches on nodes. */
    public static final Set<Class<? extends HasMetadata>> SWITCHES =
            Twins.with(Set.of(OVNCluster.class, Neutron.class));

    private static final String CERTIFICATE = "CertificateReady";
    private static final String NORTHBOUND = "NorthboundReady";
    private static final String SOUTHBOUND = "SouthboundReady";
    private static final String NORTHD = "NorthdReady";
    private static final String CONTROLLERS = "ControllersReady";

    @Override
    public Class<OVNCluster> kind() {
        return OVNCluster.class;
    }

    @Override
    public String operator() {
        return OPERATOR;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                Secret.class,
                ConfigMap.class,
                Service.class,
                StatefulSet.class,
                Deployment.class,
                DaemonSet.class,
                Pod.class,
                PersistentVolumeClaim.class,
                PodDisruptionBudget.class,
                NetworkPolicy.class,
                OVNChassis.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        var kinds = new HashSet<Class<? extends HasMetadata>>(SWITCHES);
        kinds.addAll(List.of(Node.class, ReferenceGrant.class));
        return Set.copyOf(kinds);
    }

    @Override
    public Plan plan(OVNCluster cluster, Facts facts) {
        var taken = facts.takenNodes(cluster, SWITCHES);
        var north = new RaftDatabase(cluster, Side.NORTHBOUND);
        var south = new RaftDatabase(cluster, Side.SOUTHBOUND);
        requireNamesOfTheirOwn(north, south);
        var northd = new Northd(cluster);
        var pods = new NodePods(cluster, taken.keySet());
        var wishes = ChassisWish.all(cluster, taken.keySet(), facts);
        return Plan.builder()
                .step(FreeNodesStep.CONDITION, new FreeNodesStep(taken))
                .step(CERTIFICATE, new OvnTls(cluster).step(facts))
                .step("StorageReady", storage(cluster, north, south))
                .step(NORTHBOUND, database(north, facts), CERTIFICATE)
                .step(SOUTHBOUND, database(south, facts), after(facts, members(south, facts), NORTHBOUND))
                .step(
                        NORTHD,
                        new WorkloadStep(northd.deployment(), northd.beside(facts), Set.of()),
                        after(facts, northd.deployment(), NORTHBOUND, SOUTHBOUND))
                .step("ChassisReady", new ChassisStep(wishes, settings(pods, wishes, south)))
                .step(
                        CONTROLLERS,
                        new ControllersStep(
                                new WorkloadStep(pods.controllers(), List.of(), Set.of()),
                                expected(wishes),
                                north.access(),
                                south.access()),
                        after(facts, pods.controllers(), NORTHD))
                .step(
                        "OVSReady",
                        new WorkloadStep(
                                pods.switches().daemonSet(),
                                List.of(pods.switches().script().configMap()),
                                Set.of()),
                        after(facts, pods.switches().daemonSet(), CONTROLLERS))
                .status(
                        "endpoints",
                        Map.of(
                                "northbound",
                                north.connection().text(),
                                "southbound",
                                south.connection().text()))
                .build();
    }

    /** A person may name some of the Services; two of one name would be turned into each other for ever. */
    private static void requireNamesOfTheirOwn(RaftDatabase... databases) {
        var taken = new HashSet<String>();
        for (var database : databases) {
            for (var service : database.services()) {
                if (!taken.add(service)) {
                    throw new IllegalArgumentException("this OVNCluster would have two Services named " + service);
                }
            }
        }
    }

    private static Step storage(OVNCluster cluster, RaftDatabase... databases) {
        var deleted = deleted(cluster);
        return new TogetherStep(Stream.of(databases)
                .flatMap(database -> database.claims().stream()
                        .<Step>map(claim ->
                                new ClaimStep(claim, database.spec().storage().size(), Optional.empty(), deleted)))
                .toList());
    }

    private static boolean deleted(OVNCluster cluster) {
        return cluster.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    private static Step database(RaftDatabase database, Facts facts) {
        var objects = new RaftObjects(database);
        var members = new RaftStep(
                new WorkloadStep(members(database, facts), objects.all(facts), Set.of()),
                objects.members(Map.of()),
                database.spec().replicas(),
                database.side(),
                database.access());
        var cluster = database.cluster();
        return new FoundedStep(
                members,
                database.name(),
                database.claims(),
                true,
                "restore the volume of PersistentVolumeClaim/"
                        + database.claims().getFirst() + " from a backup and delete the pods",
                new NewDatabase(cluster.getMetadata().getName(), database.members()),
                deleted(cluster));
    }

    private static StatefulSet members(RaftDatabase database, Facts facts) {
        return new RaftWorkload(database, OPERATOR).statefulSet(firstSize(database, facts));
    }

    /** The size in the StatefulSet that is there, else the one asked for now. */
    private static String firstSize(RaftDatabase database, Facts facts) {
        return facts.find(StatefulSet.class, database.name())
                .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream().findFirst())
                .map(claim -> claim.getSpec().getResources().getRequests().get("storage"))
                .map(Quantity::toString)
                .orElse(database.spec().storage().size());
    }

    private static Map<String, String> expected(List<ChassisWish> wishes) {
        var expected = new TreeMap<String, String>();
        wishes.forEach(wish -> expected.put(wish.node(), wish.systemId()));
        return expected;
    }

    private static ConfigMap settings(NodePods pods, List<ChassisWish> wishes, RaftDatabase southbound) {
        var data = new TreeMap<String, String>();
        wishes.forEach(wish -> data.put(wish.node(), wish.settings(southbound.connection())));
        return pods.switches().settings(data);
    }

    /** What a part waits for: its certificate, and, if it is about to change its image, the parts that come before it. */
    private static String[] after(Facts facts, HasMetadata wanted, String... earlier) {
        var changes = facts.find(wanted.getClass(), wanted.getMetadata().getName())
                .filter(there -> !images(there).equals(images(wanted)))
                .isPresent();
        return Stream.concat(Stream.of(CERTIFICATE), changes ? Stream.of(earlier) : Stream.of())
                .toArray(String[]::new);
    }

    private static List<String> images(HasMetadata workload) {
        PodTemplateSpec template = switch (workload) {
            case StatefulSet set -> set.getSpec().getTemplate();
            case Deployment deployment -> deployment.getSpec().getTemplate();
            case DaemonSet set -> set.getSpec().getTemplate();
            default -> throw new IllegalArgumentException(workload.getKind() + " is no workload");
        };
        return template.getSpec().getContainers().stream()
                .map(container -> container.getImage())
                .toList();
    }
}
