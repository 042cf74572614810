package io.c5c3.services.barbican;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.openstack.Barbican;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.ApiPlan;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/**
 * Keys and other secrets of users: an API, workers that make keys, somebody who listens for the end of projects, and keys that encrypt the keys of
 * all projects.
 */
public final class BarbicanBlueprint implements Blueprint<Barbican> {

    private static final String KEYS = "EncryptionKeysReady";
    private static final String WORKER = "WorkerReady";
    private static final String LISTENER = "KeystoneListenerReady";

    @Override
    public Class<Barbican> kind() {
        return Barbican.class;
    }

    @Override
    public String operator() {
        return OpenStackService.BARBICAN.id();
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
    public Plan plan(Barbican barbican, Facts facts) {
        var spec = barbican.getSpec();
        var keys = BarbicanKeys.of(barbican, facts);
        var api = new ApiPlan(OpenStackService.BARBICAN, barbican, spec, spec.keystone(), facts)
                .messaging(spec.messaging())
                .before(KEYS, keys.ring())
                .mounts(keys.files())
                .owned(BarbicanKeys.SECTION + "/" + BarbicanKeys.OPTION, "use encryptionKeys")
                .options(ini -> ini
                        // References to secrets are made of the address that was asked, whichever that is.
                        .set(Ini.DEFAULT, "host_href", "")
                        .set("queue", "enable", true)
                        .set("keystone_notifications", "enable", true)
                        .set("secretstore", "enabled_secretstore_plugins", "store_crypto")
                        .set("crypto", "enabled_crypto_plugins", "simple_crypto"))
                .sync("barbican-manage", "db", "upgrade")
                .worker(WORKER, "worker", spec.worker(), "barbican-worker")
                .worker(LISTENER, "keystone-listener", spec.keystoneListener(), "barbican-keystone-listener");
        var program = Shipped.file(BarbicanBlueprint.class, "rewrap.py");
        return api.serving("barbican.wsgi.api", "/healthcheck", "/healthcheck")
                .step(
                        "RewrapReady",
                        keys.rewrap(api.task(BarbicanKeys.REWRAP, "python3", "-c", program)),
                        KEYS,
                        "DeploymentReady",
                        WORKER,
                        LISTENER)
                .build();
    }
}
