package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Phase;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.foreign.PrometheusRule;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.controlplane.monitoring.PlaneMonitoring;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ChildStep;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is to be done for a cloud: its infrastructure first, then identity, then what stands on both. */
record CloudPlan(Cloud cloud, Facts facts) {

    /** Every kind that a plane makes or looks at. */
    static final Set<Class<? extends HasMetadata>> USES = Twins.with(Stream.of(
                    Stream.<Class<? extends HasMetadata>>of(
                            Secret.class, Service.class, ConfigMap.class, PrometheusRule.class, NovaCompute.class),
                    Foundations.ALL.stream(),
                    Stream.of(OpenStackService.values()).map(OpenStackService::kind))
            .<Class<? extends HasMetadata>>flatMap(kinds -> kinds)
            .toList());

    /** What a plane looks at beside: the pods that have one login or another. */
    static final Set<Class<? extends HasMetadata>> READS = Stream.concat(
                    UniquePlaneStep.PLANES.stream(), Stream.of(Pod.class))
            .collect(Collectors.toUnmodifiableSet());

    Plan plan() {
        var all = new Parts(cloud).all();
        var plan = Plan.builder().step(Parts.ACCEPTED, new UniquePlaneStep(cloud.mistakes()));
        plan.step(Parts.CREDENTIALS, new Credentials(cloud).step(), Parts.ACCEPTED);
        if (cloud.deletes()) {
            plan.step("AuthorityReady", new AuthorityStep(), Parts.ACCEPTED);
        }
        all.forEach(part -> add(plan, part));
        // They are told, and hold nothing up: whoever asked for them has the rest of the cloud.
        cloud.skipped().forEach(skip -> plan.aside(skip.condition(), new VerdictStep(skip.outcome())));
        plan.step(
                "InfrastructureReady",
                new VerdictStep(Outcome.done("AllReady", "All parts of the infrastructure are ready.")),
                all.stream()
                        .filter(part -> part.phase() == Phase.Infrastructure)
                        .map(Part::condition)
                        .toArray(String[]::new));
        if (cloud.has(KEYSTONE)) {
            identity(plan);
        }
        if (cloud.monitored()) {
            plan.step(
                    "MonitoringReady",
                    new PlaneMonitoring(
                                    cloud.name(),
                                    cloud.namespace(),
                                    cloud.monitoring().labels(),
                                    all.stream().map(CloudPlan::kind).toList())
                            .step(facts),
                    Parts.ACCEPTED);
        }
        var leaving = Leaving.of(cloud, all, facts);
        if (!leaving.isEmpty()) {
            plan.step("RemovalReady", new RemovalStep(leaving), Parts.ACCEPTED);
        }
        new Progress(cloud, all, facts).fields().forEach(plan::status);
        return plan.build();
    }

    private static Class<? extends HasMetadata> kind(Part part) {
        return part.child().getClass();
    }

    /**
     * Tests follow from a cloud that is ready, so its being ready cannot follow from them: people may use it while a run is under way, or
     * while the tests cannot begin. Their condition tells how they stand.
     */
    private static void add(Plan.Builder plan, Part part) {
        var child = new ChildStep(part.child(), part.operator());
        var after = part.after().toArray(String[]::new);
        if (part.phase() == Phase.Testing) {
            plan.aside(part.condition(), child, after);
        } else {
            plan.step(part.condition(), child, after);
        }
    }

    private void identity(Plan.Builder plan) {
        var administrator = new Administrator(cloud);
        var keystone = Part.ready(KEYSTONE.kind());
        plan.step(Parts.ADMINISTRATOR, adminPassword(administrator), Parts.ACCEPTED);
        plan.step(
                "AdminCloudReady",
                new CloudsYamlStep(
                        cloud.name() + "-clouds-yaml",
                        administrator.user(),
                        administrator.password().name(),
                        administrator.password().key(),
                        cloud.region()),
                keystone);
        plan.step(Parts.CATALOG, new ServiceCatalog(cloud).step(), keystone);
    }

    /** A password that somebody else keeps must be there; otherwise one is made, once. */
    private Step adminPassword(Administrator administrator) {
        var given = cloud.services().keystone().adminPasswordSecretRef();
        return given == null
                ? new GeneratedSecretStep(
                        administrator.password().name(),
                        Map.of("username", administrator.user()),
                        List.of("password"),
                        cloud.deletes())
                : new SecretsStep(List.of(
                        new SecretsStep.Input(given.name(), List.of(given.key()), "WaitingForAdminCredentials")));
    }
}
