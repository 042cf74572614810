package io.c5c3.services.keystone;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFirewall;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.step.DependenciesStep;
import io.c5c3.engine.step.HealthStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.ReportStep;
import io.c5c3.engine.step.RouteStep;
import io.c5c3.engine.step.Schedule;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.c5c3.services.DatabasePlace;
import io.c5c3.services.Release;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What there is to do for a Keystone, piece by piece; the blueprint says in which order. */
final class KeystoneSteps {

    private static final Map<String, Class<? extends HasMetadata>> DEPENDENCIES =
            Map.of("MariaDB", MariaDB.class, "Memcached", Memcached.class);

    private final Keystone.Spec spec;
    private final String name;
    private final KeystoneConfig config;
    private final ConfigFiles files;
    private final ConfigFiles databaseFiles;
    private final ServingCertificate certificate;
    private final KeystonePods pods;
    private final DatabasePlace place;
    private final ApiFront front;
    private final ApiScaling scaling;

    KeystoneSteps(Keystone keystone, Facts facts) {
        this.spec = keystone.getSpec();
        this.name = keystone.getMetadata().getName();
        var namespace = keystone.getMetadata().getNamespace();
        var labels = Labels.of(KeystonePods.SERVICE, name, KeystonePods.API);
        var selector = Labels.selector(KeystonePods.SERVICE, name, KeystonePods.API);
        this.config = KeystoneConfig.of(keystone, facts);
        this.files = new ConfigFiles(name + "-config", labels, config.files());
        this.databaseFiles = new ConfigFiles(name + "-db-config", labels, config.databaseFiles());
        this.certificate =
                new ServingCertificate(spec.tls(), name, ServingCertificate.serviceNames(name, namespace), deleted());
        this.place = DatabasePlace.of(spec.database(), databaseCredentials(), facts);
        this.pods = new KeystonePods(keystone, files, databaseFiles, certificate.secret());
        this.front = new ApiFront(
                name, namespace, labels, selector, KeystonePods.PORT, spec.tls().enabled(), spec.exposure());
        this.scaling = new ApiScaling(name + "-api", labels, selector, spec.replicas(), spec.autoscaling());
    }

    KeystonePods pods() {
        return pods;
    }

    private boolean deleted() {
        return spec.deletionPolicy() == DeletionPolicy.Delete;
    }

    Step dependencies(String condition) {
        return new DependenciesStep(condition, spec.dependsOn(), DEPENDENCIES);
    }

    Step secrets(String condition) {
        var admin = spec.bootstrap().adminPasswordSecretRef();
        return new SecretsStep(
                condition,
                List.of(
                        new SecretsStep.Input(
                                databaseCredentials(), List.of("username", "password"), "WaitingForDBCredentials"),
                        new SecretsStep.Input(admin.name(), List.of(admin.key()), "WaitingForAdminCredentials")));
    }

    private String databaseCredentials() {
        return Optional.ofNullable(spec.database().secretRef())
                .map(SecretRef::name)
                .orElse(name + "-db-credentials");
    }

    Step config(String condition) {
        return config.problem()
                .<Step>map(problem -> new VerdictStep(condition, problem))
                .orElseGet(() -> new ObjectsStep(
                        condition,
                        List.of(files.configMap(), databaseFiles.configMap()),
                        "ConfigApplied",
                        "ConfigMap/" + files.name() + " holds keystone's options."));
    }

    Step certificate(String condition) {
        return certificate.step(condition);
    }

    Step networkPolicy(String condition) {
        var outwards = new ArrayList<>(List.of(place.port()));
        outwards.addAll(config.cache().ports());
        var policy = new ApiFirewall(
                        scaling.name(),
                        scaling.labels(),
                        Map.of("app.kubernetes.io/name", KeystonePods.SERVICE, "app.kubernetes.io/instance", name),
                        KeystonePods.PORT,
                        outwards,
                        spec.networkPolicy())
                .policy();
        return policy.isEmpty()
                ? new ObjectsStep(condition, policy, "", "The resource asks for no NetworkPolicy.")
                : new ObjectsStep(
                        condition,
                        policy,
                        "NetworkPolicyApplied",
                        "NetworkPolicy/" + scaling.name() + " says who may connect.");
    }

    Step database(String condition) {
        var database = Objects.requireNonNullElse(spec.database().database(), name.replaceAll("[^a-z0-9]", "_"));
        return new SequenceStep(
                condition,
                new DatabaseStep(
                        condition,
                        spec.database(),
                        database,
                        databaseCredentials(),
                        DatabaseStep.connectionSecret(name),
                        spec.deletionPolicy()),
                new TaskStep(
                        condition,
                        "DBSync",
                        "DatabaseSynced",
                        pods.databaseSync("db-sync", place + "/" + database).job(),
                        Set.of()));
    }

    Step policy(String condition) {
        return config.policy().isEmpty()
                ? new VerdictStep(condition, Outcome.skipped("The resource overrides no policy."))
                : new TaskStep(
                        condition,
                        "PolicyValidation",
                        "PolicyValidationPassed",
                        pods.policyValidation("policy-validation").job(),
                        Set.of());
    }

    Step deployment(String condition) {
        var beside = new ArrayList<HasMetadata>(List.of(front.service()));
        beside.addAll(scaling.disruptionBudget());
        var rollsOn = new HashSet<>(Set.of(DatabaseStep.connectionSecret(name)));
        certificate.secret().ifPresent(rollsOn::add);
        return new SequenceStep(
                condition,
                new WorkloadStep(condition, pods.deployment(scaling), beside, rollsOn),
                new ReportStep(condition, Map.of("installedRelease", Release.KEYSTONE.version(spec.image()))));
    }

    Step health(String condition) {
        if (spec.replicas() == 0 && !spec.autoscaling().enabled()) {
            return new VerdictStep(
                    condition, Outcome.waiting("NoReplicas", "replicas: 0 asks for no pods, so nobody answers."));
        }
        return new SequenceStep(
                condition,
                new HealthStep(condition, name, KeystonePods.PORT, front.host(), "/v3", certificate.secret()),
                new ReportStep(condition, Map.of("endpoint", front.internalUrl())));
    }

    Step autoscaler(String condition) {
        var objects = scaling.autoscaler();
        return objects.isEmpty()
                ? new ObjectsStep(condition, objects, "", "The resource asks for no autoscaling.")
                : new ObjectsStep(
                        condition,
                        objects,
                        "HPAReady",
                        "HorizontalPodAutoscaler/" + scaling.name() + " decides on the number of replicas.");
    }

    Step ingress(String condition) {
        var objects = front.ingress();
        return objects.isEmpty()
                ? new ObjectsStep(condition, objects, "", "The resource asks for no Ingress.")
                : new ObjectsStep(condition, objects, "IngressApplied", "Ingress/" + name + " leads to the API.");
    }

    Step route(String condition) {
        return new RouteStep(condition, front.route());
    }

    Step bootstrap(String condition) {
        var task = pods.bootstrap(
                "bootstrap",
                versioned(front.internalUrl()),
                versioned(front.publicUrl(spec.bootstrap().publicURL())));
        return new TaskStep(
                condition,
                "Bootstrap",
                "BootstrapComplete",
                task.job(),
                Set.of(spec.bootstrap().adminPasswordSecretRef().name()));
    }

    /** The catalogue names the version; a path that somebody wrote is theirs. */
    private static String versioned(String url) {
        return url.matches("https?://[^/]+/*") ? url.replaceAll("/+$", "") + "/v3" : url;
    }

    Step trustFlush(String condition) {
        var wish = spec.trustFlush();
        if (!wish.enabled()) {
            return new VerdictStep(condition, Outcome.skipped("The resource asks for no trust flush."));
        }
        return Schedule.problem(wish.schedule())
                .<Step>map(problem -> new VerdictStep(
                        condition,
                        Outcome.mistake(
                                "InvalidSchedule",
                                "trustFlush.schedule (" + wish.schedule() + ") is no schedule: " + problem + ".")))
                .orElseGet(() -> new ObjectsStep(
                        condition,
                        List.of(pods.trustFlush("trust-flush").cronJob(wish.schedule(), wish.suspend())),
                        "TrustFlushScheduled",
                        "CronJob/" + name + "-trust-flush removes expired trusts (" + wish.schedule() + ")."));
    }
}
