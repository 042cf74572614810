package io.c5c3.services.skyline;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.Skyline;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The newer dashboard: pages that ask the services themselves, by way of nginx, and behind it an API that knows who has logged in. Sessions
 * are in browsers, signed; the database has those that were ended.
 */
public final class SkylineBlueprint implements Blueprint<Skyline> {

    /** Where the image has what it consists of. */
    static final String PACKAGES = "/var/lib/openstack/lib/python3.13/site-packages";

    private static final String FOLDER = "/etc/skyline";
    private static final String FILE = "skyline.yaml";
    private static final String KEY = "key";
    private static final String DEPLOYMENT = "DeploymentReady";

    /** What it says without a login and without asking anybody. */
    private static final String ALIVE = "/api/v1/sso";

    /** Where nginx in the image looks for the API. */
    private static final String PORT = "9998";

    /** Of the Secret with its login, by the options that it reads them as. */
    private static final Map<String, String> LOGIN = new TreeMap<>(Map.of(
            "system_user_name", "username",
            "system_user_password", "password",
            "system_user_domain", "user_domain_name",
            "system_project", "project_name",
            "system_project_domain", "project_domain_name"));

    @Override
    public Class<Skyline> kind() {
        return Skyline.class;
    }

    @Override
    public String operator() {
        return OpenStackService.SKYLINE.id();
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
    public Plan plan(Skyline skyline, Facts facts) {
        var spec = skyline.getSpec();
        var steps = new ApiSteps(OpenStackService.SKYLINE, skyline, spec, facts);
        var login = steps.login(spec.keystone());
        var apis = CloudApis.of(login, facts);
        var settings = new SkylineSettings(spec, steps, login);
        var files = files(steps, settings, login, apis);
        var tables = new ConfigFiles(
                steps.name() + "-db-config",
                steps.pods().labels(ServicePods.API),
                // All that it needs for its tables comes by environment, but a file there must be.
                new TreeMap<>(Map.of(FILE, "{}\n")));
        // It signs the sessions, whichever pod they come to: without it, everybody has to log in again.
        var key = new GeneratedSecretStep(
                steps.name() + "-secret-key", Map.of(), List.of(KEY), spec.deletionPolicy() == DeletionPolicy.Delete);
        var reads = Reads.of(files, FOLDER)
                .database("default", "database_url", steps.database().connection())
                .with(Reads.fromSecret("default", "secret_key", key.name(), KEY))
                .with(variables(login));
        var server = steps.behindNginx(
                ALIVE,
                "uvicorn",
                "--host",
                "127.0.0.1",
                "--port",
                PORT,
                "--no-access-log",
                "skyline_apiserver.main:app");
        var plan = steps.foundation(
                        settings.problem().or(apis::problem),
                        List.of(files, tables),
                        List.of(new SecretsStep.Input(
                                login.secret(), List.copyOf(LOGIN.values()), "WaitingForKeystoneCredentials")),
                        List.of(),
                        outwards(login))
                .step("DatabaseReady", steps.database(List.of(sync(steps, tables))), "ConfigReady")
                .step("SecretKeyReady", key, "DependenciesReady")
                .step(
                        DEPLOYMENT,
                        steps.deployment(
                                steps.api(server, Reads.of(files, FOLDER + "/nginx"), reads),
                                Set.of(key.name(), login.secret())),
                        "SecretsReady",
                        "SecretKeyReady",
                        "DatabaseReady",
                        "CertificateReady",
                        "NetworkPolicyReady")
                .step("APIReady", steps.health(ALIVE), DEPLOYMENT);
        return steps.reachable(plan, DEPLOYMENT).build();
    }

    /** Those of the API and of nginx together; each finds its own. */
    private static ConfigFiles files(ApiSteps steps, SkylineSettings settings, ServiceLogin login, CloudApis apis) {
        var front = steps.front();
        var nginx = new NginxFile(front.port(), front.tls(), settings.trusted(), login.region(), apis.addresses());
        return new ConfigFiles(
                steps.name() + "-config",
                steps.pods().labels(ServicePods.API),
                new TreeMap<>(Map.of(FILE, settings.text(), "cloud.conf", nginx.text())));
    }

    private static Task sync(ApiSteps steps, ConfigFiles tables) {
        return steps.pods()
                .task(
                        "db-sync",
                        Reads.of(tables, FOLDER)
                                .database(
                                        "default",
                                        "database_url",
                                        steps.database().connection()),
                        steps.databaseMark(),
                        "alembic",
                        "-c",
                        PACKAGES + "/skyline_apiserver/db/alembic/alembic.ini",
                        "upgrade",
                        "head");
    }

    private static List<EnvVar> variables(ServiceLogin login) {
        var variables = new ArrayList<EnvVar>();
        LOGIN.forEach((option, key) -> variables.add(Reads.fromSecret("openstack", option, login.secret(), key)));
        return variables;
    }

    /** Pages ask any service that the catalogue leads to. */
    private static Set<Integer> outwards(ServiceLogin login) {
        var ports = new TreeSet<>(Set.of(login.port()));
        ports.addAll(OpenStackService.listedPorts());
        return ports;
    }
}
