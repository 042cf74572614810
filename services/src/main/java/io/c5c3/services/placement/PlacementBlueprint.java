package io.c5c3.services.placement;

import io.c5c3.api.placement.Placement;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.Reads;
import io.c5c3.services.Release;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What resources there are and who took them: an API over a database, and nothing else. */
public final class PlacementBlueprint implements Blueprint<Placement> {

    private static final String SERVICE = "placement";
    private static final int PORT = 8778;
    private static final String FOLDER = "/etc/placement";

    @Override
    public Class<Placement> kind() {
        return Placement.class;
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
        return DependsOn.KINDS;
    }

    @Override
    public Plan plan(Placement placement, Facts facts) {
        var spec = placement.getSpec();
        var steps = new ApiSteps(SERVICE, PORT, Release.PLACEMENT, placement, spec, facts);
        var cache = steps.cache();
        var login = steps.login(spec.keystone());
        var config = config(placement, login, cache, facts);
        var connection = Reads.fromSecret(
                "placement_database", "connection", DatabaseStep.connectionSecret(steps.name()), DatabaseStep.DSN);
        var sync = steps.pods()
                .task(
                        "db-sync",
                        Reads.of(steps.databaseFiles(config), FOLDER).with(connection),
                        steps.databaseMark(),
                        "placement-manage",
                        "db",
                        "sync");
        var api = steps.api(
                steps.server("placement.wsgi.api", "/"),
                cache.in(Reads.of(steps.files(config), FOLDER), TokenCache.TOKENS)
                        .with(connection)
                        .with(login.env()));
        var outwards = new ArrayList<>(cache.ports());
        outwards.add(login.port());
        var plan = steps.foundation(config, List.of(), List.of(login.input()), List.of(), outwards)
                .step("DatabaseReady", steps.database(List.of(sync)), "SecretsReady", "ConfigReady")
                .step(
                        "DeploymentReady",
                        steps.deployment(api, Release.PLACEMENT, Set.of(login.secret())),
                        ApiSteps.beforeApi())
                .step("APIReady", steps.health("/"), "DeploymentReady");
        return steps.reachable(plan, "DeploymentReady").build();
    }

    private static ServiceConfig config(Placement placement, ServiceLogin login, TokenCache cache, Facts facts) {
        var spec = placement.getSpec();
        var ini = ServiceConfig.base()
                .set("placement_database", "max_retries", -1)
                .set("placement_database", "connection_recycle_time", 600)
                .set("api", "auth_strategy", "keystone");
        return new ServiceConfig(
                FOLDER,
                "placement.conf",
                login.tokens(ini, SERVICE, cache),
                spec.customConfig(),
                ServiceConfig.owned(Map.of(
                        "placement_database/connection",
                        "use database.secretRef, database.clusterRef or database.host")),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        placement.getMetadata().getNamespace(),
                        facts),
                List.of("placement_database"),
                new TreeMap<>(),
                login.problem().or(cache::problem));
    }
}
