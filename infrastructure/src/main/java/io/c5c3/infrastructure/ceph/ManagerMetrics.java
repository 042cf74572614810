package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the manager tells Prometheus of the cluster, by a module of its own. Of two managers the one that only waits answers with nothing,
 * so both are asked. A module that is no longer wanted stays enabled and is not loaded, as all others that a manager has by itself.
 */
record ManagerMetrics(CephStorage storage) {

    static final String PORT_NAME = "metrics";
    static final String MODULE = "prometheus";

    private ClusterNames names() {
        return new ClusterNames(storage.getMetadata().getName());
    }

    private CephStorage.BuiltIn wish() {
        return storage.getSpec().builtIn();
    }

    boolean areWanted() {
        return wish().metrics().enabled();
    }

    /** Modules that the manager loads. */
    Set<String> modules() {
        return areWanted() ? Set.of(MODULE) : Set.of();
    }

    List<Integer> ports() {
        return areWanted() ? List.of(CephStorage.BuiltIn.METRICS_PORT) : List.of();
    }

    /** The manager's pod with its port. */
    PodTemplateSpec into(PodTemplateSpec pod) {
        if (!areWanted()) {
            return pod;
        }
        return pod.edit()
                .editSpec()
                .editFirstContainer()
                .addNewPort()
                .withName(PORT_NAME)
                .withContainerPort(CephStorage.BuiltIn.METRICS_PORT)
                .withProtocol("TCP")
                .endPort()
                .endContainer()
                .endSpec()
                .build();
    }

    Step step(Facts facts) {
        if (!areWanted()) {
            return ServerGroup.notRequired("The resource does not ask for metrics.");
        }
        var monitor = wish().metrics().monitor();
        return new SequenceStep(
                new ModuleStep(names().admin()),
                new ObjectsStep(services(), "ServicesApplied", "The metrics of each manager have a Service."),
                monitor.enabled()
                        ? group().monitoring(facts, PORT_NAME, monitor.labels(), monitor.interval())
                        : ServerGroup.notRequired("The resource does not ask for a ServiceMonitor."));
    }

    /** Chosen by Prometheus by the labels of the first, which the Services of all have. */
    private ServerGroup group() {
        return new ServerGroup(
                names().of(ClusterNames.MANAGER),
                names().labels(ClusterNames.MANAGER),
                names().selector(ClusterNames.MANAGER));
    }

    private List<HasMetadata> services() {
        return Stream.of(ClusterNames.MANAGER, ClusterNames.SECOND_MANAGER)
                .limit(wish().managers())
                .<HasMetadata>map(this::service)
                .toList();
    }

    private Service service(String part) {
        return group().service(
                        names().of(part),
                        names().selector(part),
                        List.of(ServerGroup.port(PORT_NAME, CephStorage.BuiltIn.METRICS_PORT)));
    }

    /** @param admin the Secret to log in with */
    private record ModuleStep(String admin) implements Step {

        @Override
        public Outcome run(Work work) {
            var done = Outcome.done("ModuleEnabled", "The manager tells metrics.");
            return new AdminTask(admin, "module " + MODULE, List.of(), MODULE).run(work, done, (ceph, login) -> {
                ceph.ensureModule(login, MODULE);
                return Optional.empty();
            });
        }
    }
}
