package io.c5c3.services.horizon;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.Horizon;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.KeystonePlace;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The dashboard: pages made of what the services say to whoever has logged in. It keeps sessions in the cache, and nothing else. */
public final class HorizonBlueprint implements Blueprint<Horizon> {

    private static final String FOLDER = "/etc/horizon";
    private static final String FILE = "settings.yaml";
    private static final String KEY = "key";
    private static final String DEPLOYMENT = "DeploymentReady";

    /** Where people log in: it needs neither a login nor any other service. */
    private static final String LOGIN_PAGE = "/auth/login/";

    @Override
    public Class<Horizon> kind() {
        return Horizon.class;
    }

    @Override
    public String operator() {
        return OpenStackService.HORIZON.id();
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
    public Plan plan(Horizon horizon, Facts facts) {
        var spec = horizon.getSpec();
        var steps = new ApiSteps(OpenStackService.HORIZON, horizon, spec, facts);
        var keystone = KeystonePlace.of(spec.keystone().authUrl(), facts);
        var settings = new HorizonSettings(spec, steps, keystone);
        var files = new ConfigFiles(
                steps.name() + "-config",
                steps.pods().labels(ServicePods.API),
                new TreeMap<>(Map.of(FILE, settings.text())));
        // It signs what is in the cookies of browsers, whichever pod they come to: without it, everybody has to log in
        // again.
        var key = new GeneratedSecretStep(
                steps.name() + "-secret-key", Map.of(), List.of(KEY), spec.deletionPolicy() == DeletionPolicy.Delete);
        var reads = steps.cache()
                .in(Reads.of(files, FOLDER), TokenCache.REGION)
                .with(Variable.secret("HORIZON_SECRET_KEY", key.name(), KEY));
        var server =
                steps.server("openstack_dashboard.wsgi", LOGIN_PAGE).showingAll("/static", "/usr/share/horizon/static");
        var plan = steps.foundation(
                        settings.problem(), List.of(files), List.of(), List.of(), outwards(keystone, steps.cache()))
                .step("SecretKeyReady", key, "DependenciesReady")
                .step(
                        DEPLOYMENT,
                        steps.deployment(steps.api(server, reads), Set.of(key.name())),
                        "SecretsReady",
                        "SecretKeyReady",
                        "ConfigReady",
                        "CacheReady",
                        "CertificateReady",
                        "NetworkPolicyReady")
                .step("APIReady", steps.health(LOGIN_PAGE), DEPLOYMENT);
        return steps.reachable(plan, DEPLOYMENT).build();
    }

    /** Pages show what any service says that the catalogue leads to. */
    private static Set<Integer> outwards(KeystonePlace keystone, TokenCache cache) {
        var ports = new TreeSet<>(cache.ports());
        ports.add(keystone.port());
        ports.addAll(OpenStackService.listedPorts());
        return ports;
    }
}
