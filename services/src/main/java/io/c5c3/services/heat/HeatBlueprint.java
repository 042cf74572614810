package io.c5c3.services.heat;

import io.c5c3.api.catalogue.FurtherApi;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.Heat;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SingleKeyStep;
import io.c5c3.services.ApiPlan;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.ServiceLogin;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;

/**
 * Stacks: an API for users, one for their guests, and engines that make what a template describes. An engine goes on when its user has gone
 * home, by a trust of that user; guests signal as users of a domain of Heat's own.
 */
public final class HeatBlueprint implements Blueprint<Heat> {

    private static final FurtherApi CFN = OpenStackService.HEAT.furtherApis().getFirst();
    private static final String KEY = "auth_encryption_key";
    private static final String CLIENTS = "clients";

    /** Answers without a login, and without the database. */
    private static final String HEALTHY = "/healthcheck";

    @Override
    public Class<Heat> kind() {
        return Heat.class;
    }

    @Override
    public String operator() {
        return OpenStackService.HEAT.id();
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
    public Plan plan(Heat heat, Facts facts) {
        var spec = heat.getSpec();
        // It encrypts, in the database, what stacks must not show: passwords of parameters, and the trusts of users.
        var key = new SingleKeyStep(
                heat.getMetadata().getName() + "-encryption-key",
                "encryption-key.conf",
                Ini.DEFAULT,
                KEY,
                spec.deletionPolicy() == DeletionPolicy.Delete);
        var plan = new ApiPlan(OpenStackService.HEAT, heat, spec, spec.keystone(), facts);
        var guests = plan.publicUrl(CFN, spec.cfn()) + CFN.path();
        return plan.messaging(spec.messaging())
                .before("EncryptionKeyReady", key)
                .reads(new SecretFiles("encryption-key", key.secret(), "/etc/heat/heat.conf.d", List.of(key.file())))
                .owned("default/" + KEY, "use Secret/" + key.secret())
                .trusted("trustee")
                .ruling("DEFAULT", "stack_user_domain_name", "stack_domain_admin", "stack_domain_admin_password")
                // A template may be about anything that the catalogue leads to.
                .asking(OpenStackService.listedPorts())
                .options(ini -> clients(ini, plan.login())
                        // Guests are outside of the cluster, and are told to come by the front.
                        .set(Ini.DEFAULT, "heat_metadata_server_url", guests)
                        .set(Ini.DEFAULT, "heat_waitcondition_server_url", guests + "/waitcondition")
                        .set(Ini.DEFAULT, "server_keystone_endpoint_type", "public")
                        // More engines are more pods: each would be four processes, or as many as the node has
                        // processors.
                        .set(Ini.DEFAULT, "num_engine_workers", 1))
                .sync("heat-manage", "db_sync")
                .worker("EngineReady", "engine", spec.engine(), "heat-engine")
                .further("CfnReady", CFN, spec.cfn(), "heat.wsgi.cfn", HEALTHY)
                .serving("heat.wsgi.api", HEALTHY, HEALTHY)
                .build();
    }

    /** Whom it asks, it finds in the catalogue: with the token of the user, in the region of the cloud, from inside. */
    private static Ini clients(Ini ini, ServiceLogin login) {
        var inside = ini.set(Ini.DEFAULT, "region_name_for_services", login.region())
                .set(CLIENTS, "endpoint_type", "internalURL");
        return login.trusting(login.trusting(inside, CLIENTS, "ca_file"), "ec2authtoken", "ca_file");
    }
}
