package io.c5c3.services.glance;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.glance.Glance;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.Reads;
import io.c5c3.services.Recurring;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The image service: an API over a database, and a store for what people upload. */
public final class GlanceBlueprint implements Blueprint<Glance> {

    private static final String SERVICE = "glance";
    private static final String FOLDER = "/etc/glance";

    /** Images are fetched from web servers, at no other ports than these: Glance's own default, against those who would probe others. */
    private static final List<Integer> WEB = List.of(80, 443);

    @Override
    public Class<Glance> kind() {
        return Glance.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return ApiSteps.uses(PersistentVolumeClaim.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return DependsOn.KINDS;
    }

    @Override
    public Plan plan(Glance glance, Facts facts) {
        var spec = glance.getSpec();
        var steps = new ApiSteps(OpenStackService.GLANCE, glance, spec, facts);
        var cache = steps.cache();
        var login = steps.login(spec.keystone());
        var store = ImageStore.of(glance);
        var config = config(glance, login, cache, store, facts);
        var database = Reads.of(steps.databaseFiles(config), FOLDER)
                .database("database", steps.database().connection());
        var pods = steps.pods();
        var purge = pods.task(
                "db-purge",
                database,
                Map.of(),
                "glance-manage",
                "db",
                "purge",
                "--age_in_days",
                String.valueOf(spec.purge().afterDays()));
        var api = store.placed(steps.api(
                steps.server("glance.wsgi.api", "/healthcheck"),
                store.mounted(cache.in(Reads.of(steps.files(config), FOLDER), TokenCache.TOKENS)
                        .database("database", steps.database().connection())
                        .with(login.env())
                        .with(itself(spec.tls().enabled())))));
        var inputs = new ArrayList<SecretsStep.Input>(List.of(login.input()));
        inputs.addAll(store.inputs());
        var outwards = new ArrayList<>(cache.ports());
        outwards.add(login.port());
        outwards.addAll(store.ports());
        outwards.addAll(WEB);
        // Each of its pods may send a request on to the one that can do it.
        outwards.add(OpenStackService.GLANCE.port());
        outwards.add(OpenStackService.BARBICAN.port());
        var secrets = new HashSet<>(Set.of(login.secret()));
        inputs.forEach(input -> secrets.add(input.secret()));
        var plan = steps.foundation(config, List.of(), inputs, List.of(), outwards)
                .step("StorageReady", store.step(), "DependenciesReady")
                .step("DatabaseReady", steps.database(sync(steps, database)), "ConfigReady")
                .step("DeploymentReady", steps.deployment(api, secrets), ApiSteps.beforeApi())
                .step("CephConnected", store.connected(), "SecretsReady")
                .step("APIReady", steps.health("/healthcheck"), "DeploymentReady")
                .step(
                        "DefinitionsReady",
                        new TaskStep(
                                "Definitions",
                                "DefinitionsLoaded",
                                definitions(steps, database).job(),
                                Set.of()),
                        "DatabaseReady")
                .step(
                        "PurgeReady",
                        Recurring.of(spec.purge()).step(purge, "PurgeScheduled", "removes rows of deleted images"),
                        "DatabaseReady");
        return steps.reachable(plan, "DeploymentReady").build();
    }

    /**
     * On the way to another release the tables are widened and filled, so that pods of both can work with them. What the old release alone
     * needs goes once none of its pods is left: then everything is done that is still to do.
     */
    private static List<Task> sync(ApiSteps steps, Reads database) {
        return steps.upgrading()
                ? Stream.of("expand", "migrate")
                        .map(phase -> steps.pods()
                                .task("db-" + phase, database, steps.databaseMark(), "glance-manage", "db", phase))
                        .toList()
                : List.of(steps.pods().task("db-sync", database, steps.databaseMark(), "glance-manage", "db_sync"));
    }

    /** What properties of images, flavors and volumes mean, for people who choose among them; what somebody has changed stays. */
    private static Task definitions(ApiSteps steps, Reads database) {
        return steps.pods().task("db-metadefs", database, steps.databaseMark(), "glance-manage", "db", "load_metadefs");
    }

    /**
     * What was staged for an import lies in one pod, and the request to import it may reach another, which sends it on. With encryption it
     * cannot: certificates know the names of Services only.
     */
    private static List<EnvVar> itself(boolean encrypted) {
        return encrypted
                ? List.of()
                : List.of(
                        Variable.own("POD_IP", "status.podIP"),
                        Variable.of(
                                "OS_DEFAULT__WORKER_SELF_REFERENCE_URL",
                                "http://$(POD_IP):" + OpenStackService.GLANCE.port()));
    }

    private static ServiceConfig config(
            Glance glance, ServiceLogin login, TokenCache cache, ImageStore store, Facts facts) {
        var spec = glance.getSpec();
        var ini = store.in(ServiceConfig.base()).set("paste_deploy", "flavor", "keystone");
        return new ServiceConfig(
                FOLDER,
                "glance-api.conf",
                login.tokens(login.keys(ini), "image", cache),
                spec.customConfig(),
                ServiceConfig.owned(Map.of(
                        "default/enabled_backends", "use storage.backend",
                        "glance_store/default_backend", "use storage.backend")),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        glance.getMetadata().getNamespace(),
                        facts),
                List.of("database"),
                new TreeMap<>(),
                login.problem().or(cache::problem));
    }
}
