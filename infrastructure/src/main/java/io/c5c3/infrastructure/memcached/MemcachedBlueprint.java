package io.c5c3.infrastructure.memcached;

import io.c5c3.api.foreign.Certificate;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set of memcached servers under stable names, each of which knows nothing of the others. */
public final class MemcachedBlueprint implements Blueprint<Memcached> {

    @Override
    public Class<Memcached> kind() {
        return Memcached.class;
    }

    @Override
    public String operator() {
        return "memcached";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                Secret.class,
                Service.class,
                StatefulSet.class,
                Pod.class,
                PodDisruptionBudget.class,
                NetworkPolicy.class,
                ServiceMonitor.class,
                Certificate.class);
    }

    @Override
    public Plan plan(Memcached memcached, Facts facts) {
        var spec = memcached.getSpec();
        var objects = new CacheObjects(memcached);
        var certificate = certificate(memcached);
        var logins = logins(memcached);
        var beside = new ArrayList<HasMetadata>(List.of(objects.service()));
        objects.disruptionBudget().ifPresent(beside::add);
        var rollsOn = Stream.of(certificate.secret(), logins)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        var servers = new CacheServers(memcached, certificate.secret(), logins).statefulSet();
        return Plan.builder()
                .step("ConfigReady", config(spec))
                .step("SecretsReady", secrets(memcached, logins))
                .step("CertificateReady", certificate.step(facts))
                .step("NetworkPolicyReady", networkPolicy(spec, objects))
                .step(
                        "StatefulSetReady",
                        new ServersStep(new WorkloadStep(servers, beside, rollsOn)),
                        "ConfigReady",
                        "SecretsReady",
                        "CertificateReady",
                        "NetworkPolicyReady")
                .step("MonitoringReady", monitoring(spec, objects, facts), "ConfigReady")
                .status("serverList", objects.servers())
                .build();
    }

    private static Step config(Memcached.Spec spec) {
        return new VerdictStep(new Arguments(spec)
                .problem()
                .orElseGet(() -> Outcome.done("ConfigValid", "The servers' options are in order.")));
    }

    /** Where the servers' certificate comes from, also for those who have to trust it. */
    public static ServingCertificate certificate(Memcached memcached) {
        var name = memcached.getMetadata().getName();
        var services =
                ServingCertificate.serviceNames(name, memcached.getMetadata().getNamespace());
        // The servers by name too, however many there will be: a new certificate for each change of replicas would roll
        // them all.
        var names = Stream.concat(services.stream(), services.stream().map(service -> "*." + service))
                .toList();
        return new ServingCertificate(memcached.getSpec().security().tls(), name, names);
    }

    /** The Secret with the servers' logins, if they ask for any. */
    public static Optional<String> logins(Memcached memcached) {
        var sasl = memcached.getSpec().security().sasl();
        if (!sasl.enabled()) {
            return Optional.empty();
        }
        var own = sasl.credentialsSecretRef();
        return Optional.of(own == null ? memcached.getMetadata().getName() + "-auth" : own.name());
    }

    /** A user of the servers. */
    public record Login(String username, String password) {}

    /** The login in such a Secret, once it is there: the one it names, or the first of the password file. */
    public static Optional<Login> login(Facts facts, String secret) {
        var values = SecretText.lines(facts, secret);
        var line = values.getOrDefault(LoginStep.FILE, "").lines().findFirst().orElse("");
        var colon = line.indexOf(':');
        var username = values.getOrDefault("username", line.substring(0, Math.max(colon, 0)));
        var password = values.getOrDefault("password", line.substring(colon + 1));
        return username.isBlank() || password.isBlank() ? Optional.empty() : Optional.of(new Login(username, password));
    }

    private static Step secrets(Memcached memcached, Optional<String> logins) {
        var own = memcached.getSpec().security().sasl().credentialsSecretRef();
        return logins.<Step>map(secret -> own == null
                        ? new LoginStep(secret)
                        : new SecretsStep(List.of(
                                new SecretsStep.Input(secret, List.of(LoginStep.FILE), "WaitingForCredentials"))))
                .orElseGet(() -> ServerGroup.notRequired("The resource does not ask for logins."));
    }

    private static Step networkPolicy(Memcached.Spec spec, CacheObjects objects) {
        return spec.security().networkPolicy().enabled()
                ? new ObjectsStep(
                        List.of(objects.networkPolicy()),
                        "NetworkPolicyApplied",
                        "NetworkPolicy/" + objects.name() + " says who may connect.")
                : ServerGroup.notRequired("The resource does not ask for a NetworkPolicy.");
    }

    private static Step monitoring(Memcached.Spec spec, CacheObjects objects, Facts facts) {
        if (!spec.monitoring().enabled()) {
            return ServerGroup.notRequired("The resource does not ask for metrics.");
        }
        if (!objects.exports()) {
            return ServerGroup.notRequired(
                    "There are no metrics: the exporter cannot log in to servers that ask for logins.");
        }
        var wish = spec.monitoring().serviceMonitor();
        return objects.group().monitoring(facts, CacheObjects.METRICS_NAME, wish.labels(), wish.interval());
    }
}
