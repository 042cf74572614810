package io.c5c3.services.nova;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The compute service: an API that finds a cell and a hypervisor for a guest, and one database, queue and set of conductors per cell that
 * see it through.
 */
public final class NovaBlueprint implements Blueprint<Nova> {

    /** What it is, for labels and the operator. */
    public static final String SERVICE = "nova";

    /** Of the API. */
    @Override
    public Class<Nova> kind() {
        return Nova.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return ApiSteps.uses();
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        var kinds = new HashSet<>(DependsOn.KINDS);
        kinds.add(NovaCompute.class);
        return Set.copyOf(kinds);
    }

    @Override
    public Plan plan(Nova nova, Facts facts) {
        var spec = nova.getSpec();
        var steps = new ApiSteps(OpenStackService.NOVA, nova, spec, facts);
        var cache = steps.cache();
        var login = steps.login(spec.keystone());
        var users = ServiceUsers.of(nova, login);
        var ranking = new HostRanking(nova, steps.pods());
        var config = NovaConfig.of(nova, users, cache, ranking, facts);
        var parts = new NovaParts(
                nova,
                steps,
                new NovaPods(nova, steps, config, users, MetadataSecret.of(nova)),
                new NovaTasks(nova, steps, config),
                NovaCell.of(nova),
                facts);
        var ways = NovaWays.of(nova, login, cache, parts.messaging());
        var plan = steps.foundation(config, ranking.files(), parts.inputs(), NovaWays.INWARDS, ways)
                .step("MetadataSecretReady", parts.metadataSecret())
                .step("MessagingReady", parts.messaging().step(), "DependenciesReady")
                .step("DatabaseReady", parts.database(), "ConfigReady")
                .step("CellsReady", parts.mappedCells(), "DatabaseReady", "MessagingReady")
                .step("ConductorReady", parts.conductor(), before("CellsReady"))
                .step("SchedulerReady", parts.scheduler(), before("CellsReady"))
                .step(
                        "DeploymentReady",
                        steps.deployment(parts.pods().api(), parts.secrets()),
                        ApiSteps.beforeApi("CellsReady"))
                .step("MetadataReady", parts.metadata(), before("CellsReady", "MetadataSecretReady"))
                .step("NoVNCProxyReady", parts.consoles(ConsoleKind.SCREEN), before("CellsReady"))
                .step("SerialProxyReady", parts.consoles(ConsoleKind.SERIAL), before("CellsReady"))
                .step("APIReady", steps.health("/"), "DeploymentReady")
                .step("ComputeReady", parts.hypervisors(login), "APIReady", "SchedulerReady", "ConductorReady")
                .step("DataMigrationsReady", parts.migrations(), "DeploymentReady", "SchedulerReady", "ConductorReady")
                .step("PurgeReady", parts.purge(), "CellsReady");
        return steps.reachable(plan, "DeploymentReady").build();
    }

    /** What every part needs, and more. */
    private static String[] before(String... more) {
        var all = new ArrayList<>(List.of("SecretsReady", "CacheReady", "CertificateReady", "NetworkPolicyReady"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
