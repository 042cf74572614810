package io.c5c3.services.keystone;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The identity service: an API over a database and a cache, with keys that rotate while it runs. */
public final class KeystoneBlueprint implements Blueprint<Keystone> {

    @Override
    public Class<Keystone> kind() {
        return Keystone.class;
    }

    @Override
    public String operator() {
        return KeystonePods.SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        var own = Stream.<Class<? extends HasMetadata>>of(
                MariaDB.class,
                Memcached.class,
                ConfigMap.class,
                Deployment.class,
                Pod.class,
                Job.class,
                CronJob.class,
                PodDisruptionBudget.class,
                HorizontalPodAutoscaler.class,
                NetworkPolicy.class,
                Ingress.class,
                HTTPRoute.class);
        return Stream.of(own, DatabaseStep.USES.stream(), ServingCertificate.USES.stream())
                .flatMap(kinds -> kinds)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Plan plan(Keystone keystone, Facts facts) {
        var steps = new KeystoneSteps(keystone, facts);
        var keys = new KeystoneKeys(keystone, steps.pods(), facts);
        return Plan.builder()
                .step(steps.dependencies("DependenciesReady"))
                .step(steps.secrets("SecretsReady"), "DependenciesReady")
                .step(steps.config("ConfigReady"), "DependenciesReady")
                .step(keys.fernet("FernetKeysReady"), "DependenciesReady")
                .step(keys.credential("CredentialKeysReady"), "DependenciesReady")
                .step(steps.certificate("CertificateReady"), "DependenciesReady")
                .step(steps.networkPolicy("NetworkPolicyReady"), "DependenciesReady")
                .step(steps.database("DatabaseReady"), "SecretsReady", "ConfigReady")
                .step(steps.policy("PolicyValidReady"), "ConfigReady")
                .step(
                        steps.deployment("DeploymentReady"),
                        "DatabaseReady",
                        "PolicyValidReady",
                        "FernetKeysReady",
                        "CredentialKeysReady",
                        "CertificateReady",
                        "NetworkPolicyReady")
                .step(steps.health("KeystoneAPIReady"), "DeploymentReady")
                .step(steps.autoscaler("HPAReady"), "DeploymentReady")
                .step(steps.ingress("IngressReady"), "DeploymentReady")
                .step(steps.route("HTTPRouteReady"), "DeploymentReady")
                // Beside the Deployment: it needs the same things, and nothing of it.
                .step(steps.bootstrap("BootstrapReady"), "DatabaseReady", "FernetKeysReady", "CredentialKeysReady")
                .step(keys.migration("CredentialMigrationReady"), "DatabaseReady", "CredentialKeysReady")
                .step(steps.trustFlush("TrustFlushReady"), "DatabaseReady")
                .build();
    }
}
