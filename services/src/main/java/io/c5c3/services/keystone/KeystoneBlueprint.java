package io.c5c3.services.keystone;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.Notices;
import io.c5c3.services.Recurring;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The identity service: an API over a database and a cache, with keys that rotate while it runs. */
public final class KeystoneBlueprint implements Blueprint<Keystone> {

    static final String SERVICE = "keystone";

    @Override
    public Class<Keystone> kind() {
        return Keystone.class;
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
    public Plan plan(Keystone keystone, Facts facts) {
        var spec = keystone.getSpec();
        var steps = new ApiSteps(OpenStackService.KEYSTONE, keystone, spec, facts);
        var cache = steps.cache();
        var notices = Notices.of(spec.notifications(), keystone.getMetadata().getNamespace(), facts);
        var config = KeystoneConfig.of(keystone, cache, notices, facts);
        var pods = new KeystonePods(keystone, steps, notices, steps.files(config), steps.databaseFiles(config));
        var keys = new KeystoneKeys(keystone, pods, facts);
        var admin = spec.bootstrap().adminPasswordSecretRef();
        var password = new SecretsStep.Input(admin.name(), List.of(admin.key()), "WaitingForAdminCredentials");
        var outwards = new ArrayList<>(cache.ports());
        outwards.addAll(notices.ports());
        var plan = steps.foundation(config, List.of(), List.of(password), List.of(), outwards)
                .aside("NotificationsReady", notices.step())
                .step("FernetKeysReady", keys.fernet(), "DependenciesReady")
                .step("CredentialKeysReady", keys.credential(), "DependenciesReady")
                .step(
                        "DatabaseReady",
                        steps.database(List.of(pods.databaseSync()), bootstrapTask(keystone, pods)),
                        "SecretsReady",
                        "ConfigReady")
                .step(
                        "DeploymentReady",
                        steps.deployment(pods.deployment(), notices.secrets()),
                        ApiSteps.beforeApi("FernetKeysReady", "CredentialKeysReady"))
                .step("KeystoneAPIReady", steps.health("/v3"), "DeploymentReady");
        return steps.reachable(plan, "DeploymentReady")
                // Beside the Deployment: it needs the same things, and nothing of it.
                .step(
                        "BootstrapReady",
                        bootstrap(keystone, pods),
                        "DatabaseReady",
                        "CacheReady",
                        "FernetKeysReady",
                        "CredentialKeysReady")
                .step("CredentialMigrationReady", keys.migration(), "DatabaseReady", "CredentialKeysReady")
                .step("TrustFlushReady", trustFlush(keystone, pods), "DatabaseReady")
                .build();
    }

    private static Step bootstrap(Keystone keystone, KeystonePods pods) {
        var password = keystone.getSpec().bootstrap().adminPasswordSecretRef().name();
        return new TaskStep(
                "Bootstrap", "BootstrapComplete", bootstrapTask(keystone, pods).job(), Set.of(password));
    }

    private static Task bootstrapTask(Keystone keystone, KeystonePods pods) {
        var front = pods.steps().front();
        var publicUrl = front.publicUrl(keystone.getSpec().bootstrap().publicURL());
        return pods.bootstrap(versioned(front.internalUrl()), versioned(publicUrl));
    }

    /** The catalogue names the version; a path that somebody wrote is theirs. */
    private static String versioned(String url) {
        return url.matches("https?://[^/]+/*") ? url.replaceAll("/+$", "") + "/v3" : url;
    }

    private static Step trustFlush(Keystone keystone, KeystonePods pods) {
        var wish = keystone.getSpec().trustFlush();
        return new Recurring("trustFlush", wish.enabled(), wish.schedule(), wish.suspend())
                .step(pods.trustFlush(), "TrustFlushScheduled", "removes expired trusts");
    }
}
