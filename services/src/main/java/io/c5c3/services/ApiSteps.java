package io.c5c3.services;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFirewall;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.WebServer;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.step.ChoiceStep;
import io.c5c3.engine.step.HealthStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.RouteStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What there is to do for any service that is an API, mostly over a database, piece by piece, from the fields they all share. A blueprint
 * picks the pieces, adds its own, and says in which order.
 */
public final class ApiSteps {

    /** The kinds the steps make, for {@link io.c5c3.engine.Blueprint#uses()}, and more. */
    @SafeVarargs
    public static Set<Class<? extends HasMetadata>> uses(Class<? extends HasMetadata>... more) {
        var kinds = new HashSet<Class<? extends HasMetadata>>(Set.of(
                ConfigMap.class,
                Deployment.class,
                Pod.class,
                Job.class,
                CronJob.class,
                PodDisruptionBudget.class,
                HorizontalPodAutoscaler.class,
                NetworkPolicy.class,
                Ingress.class,
                HTTPRoute.class));
        kinds.addAll(List.of(more));
        kinds.addAll(DatabaseStep.USES);
        kinds.addAll(MessagingStep.USES);
        kinds.addAll(ServingCertificate.USES);
        kinds.removeAll(DependsOn.KINDS);
        return Set.copyOf(kinds);
    }

    /** Under which the release is written down that all pods have run. */
    private static final String INSTALLED = "release";

    private final OpenStackService service;
    private final HasMetadata resource;
    private final ServiceSpec spec;
    private final Facts facts;
    private final String name;
    private final ServicePods pods;
    private final ServingCertificate certificate;
    private final Optional<ServiceDatabase> database;
    private final TokenCache cache;
    private final ApiFront front;
    private final ApiScaling scaling;

    public ApiSteps(OpenStackService service, HasMetadata resource, ServiceSpec spec, Facts facts) {
        this.service = service;
        this.resource = resource;
        this.spec = spec;
        this.facts = facts;
        this.name = resource.getMetadata().getName();
        var namespace = resource.getMetadata().getNamespace();
        this.pods = new ServicePods(service.id(), name, service.image(spec.image()), spec.apiPods());
        this.certificate = new ServingCertificate(spec.tls(), name, names(namespace));
        this.database = Optional.ofNullable(spec.mainDatabase())
                .map(wish -> new ServiceDatabase(wish, name, spec.deletionPolicy()));
        this.cache = Optional.ofNullable(spec.cache())
                .map(wish -> TokenCache.of(wish, name, namespace, facts))
                .orElseGet(() -> TokenCache.none(name));
        this.front = new ApiFront(
                name,
                namespace,
                pods.labels(ServicePods.API),
                pods.selector(ServicePods.API),
                service.port(),
                spec.tls().enabled(),
                spec.exposure());
        this.scaling = new ApiScaling(
                name + "-api",
                pods.labels(ServicePods.API),
                pods.selector(ServicePods.API),
                spec.apiReplicas(),
                spec.autoscaling(),
                spec.apiOnOneNode());
    }

    /** All APIs of a service show the same certificate. */
    private List<String> names(String namespace) {
        var services = new ArrayList<>(List.of(name));
        service.furtherApis().forEach(further -> services.add(further.name(name)));
        return services.stream()
                .flatMap(own -> ServingCertificate.serviceNames(own, namespace).stream())
                .toList();
    }

    public String name() {
        return name;
    }

    public ServicePods pods() {
        return pods;
    }

    public ApiFront front() {
        return front;
    }

    /** For services that have one. */
    public ServiceDatabase database() {
        return database.orElseThrow();
    }

    public TokenCache cache() {
        return cache;
    }

    public ConfigFiles files(ServiceConfig config) {
        return new ConfigFiles(name + "-config", pods.labels(ServicePods.API), config.files());
    }

    public ConfigFiles databaseFiles(ServiceConfig config) {
        return new ConfigFiles(name + "-db-config", pods.labels(ServicePods.API), config.databaseFiles());
    }

    /** Whether the API's certificate comes with what signed it, and everybody else's. */
    public boolean knowsAuthority() {
        return certificate.authority(facts).isPresent();
    }

    /** Where the API's certificate is, for pods that show it or that trust what signed it. */
    public SecretFiles[] certificateFiles() {
        return certificate.files(WsgiServer.CERTIFICATE, facts).stream().toArray(SecretFiles[]::new);
    }

    /** With encryption, the Secret that has the API's certificate and what signed it. */
    public Optional<String> certificateSecret() {
        return certificate.secret();
    }

    /** How the service logs in to Keystone. */
    public ServiceLogin login(KeystoneAuth wish) {
        return ServiceLogin.of(wish, name, knowsAuthority(), facts);
    }

    public WsgiServer server(String module, String alive) {
        return server(module, service.port(), alive);
    }

    WsgiServer server(String module, int port, String alive) {
        var uwsgi = Objects.requireNonNull(spec.uwsgi());
        return new WsgiServer(
                module,
                port,
                uwsgi.processes(),
                uwsgi.threads(),
                certificate.secret().isPresent(),
                alive);
    }

    public Deployment api(WsgiServer server, Reads reads) {
        return pods.api(scaling, server, reads.with(certificateFiles()));
    }

    /** @param behind what runs the API, which listens to nginx alone */
    public WebServer behindNginx(String alive, String... behind) {
        return new WebServer(service.port(), certificate.secret().isPresent(), alive, List.of(behind));
    }

    /** @param nginx what nginx reads: nothing that the API does not read, and no variables */
    public Deployment api(WebServer server, Reads nginx, Reads reads) {
        return pods.api(scaling, server, nginx.with(certificateFiles()), reads.with(certificateFiles()));
    }

    /**
     * What every service begins with: DependenciesReady, SecretsReady, ConfigReady, CacheReady, CertificateReady, NetworkPolicyReady
     * and PolicyValidReady.
     *
     * @param inputs Secrets that must be there, besides the database's
     * @param moreFiles configuration that only some of its pods read
     * @param inwards the ports of its other parts, besides the API's
     * @param outwards the ports of what it stands on, besides the database's
     */
    public Plan.Builder foundation(
            ServiceConfig config,
            List<ConfigFiles> moreFiles,
            List<SecretsStep.Input> inputs,
            Collection<Integer> inwards,
            Collection<Integer> outwards) {
        var files = new ArrayList<>(List.of(files(config), databaseFiles(config)));
        files.addAll(moreFiles);
        return foundation(config.problem(), files, inputs, inwards, outwards)
                .step("PolicyValidReady", policy(config), "ConfigReady");
    }

    /**
     * What a service begins with whose options oslo.config does not read, and that has no policy.
     *
     * @param problem what keeps its files from being written, if anything does
     * @param files the one for the API first
     */
    public Plan.Builder foundation(
            Optional<Outcome> problem,
            List<ConfigFiles> files,
            List<SecretsStep.Input> inputs,
            Collection<Integer> inwards,
            Collection<Integer> outwards) {
        return Plan.builder()
                .step("DependenciesReady", DependsOn.step(spec.dependsOn()))
                .step("SecretsReady", secrets(inputs), "DependenciesReady")
                .step("ConfigReady", config(problem, files), "DependenciesReady")
                .step("CacheReady", cache.step(), "DependenciesReady")
                .step("CertificateReady", certificate.step(facts), "DependenciesReady")
                .step("NetworkPolicyReady", networkPolicy(inwards, outwards), "DependenciesReady");
    }

    /** The conditions of {@link #foundation} that the API's pods wait for, and more. */
    public static String[] beforeApi(String... more) {
        return Stream.concat(
                        Stream.of(
                                "SecretsReady",
                                "DatabaseReady",
                                "PolicyValidReady",
                                "CacheReady",
                                "CertificateReady",
                                "NetworkPolicyReady"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private Step secrets(List<SecretsStep.Input> more) {
        var inputs = new ArrayList<SecretsStep.Input>();
        database.ifPresent(own -> inputs.add(own.input()));
        inputs.addAll(more);
        return inputs.isEmpty()
                ? new VerdictStep(Outcome.skipped("The service needs no Secret of others."))
                : new SecretsStep(inputs);
    }

    private Step config(Optional<Outcome> problem, List<ConfigFiles> files) {
        var maps = files.stream().<HasMetadata>map(ConfigFiles::configMap).toList();
        return problem.<Step>map(VerdictStep::new)
                .orElseGet(() -> new ObjectsStep(
                        maps,
                        "ConfigApplied",
                        "ConfigMap/" + files.getFirst().name() + " holds " + service.id() + "'s options."));
    }

    private Step networkPolicy(Collection<Integer> moreInwards, Collection<Integer> outwards) {
        var inwards = new ArrayList<>(List.of(service.port()));
        inwards.addAll(moreInwards);
        var ways = new ArrayList<>(outwards);
        database.ifPresent(own -> ways.add(own.place(facts).port()));
        var policy = new ApiFirewall(
                        scaling.name(),
                        scaling.labels(),
                        Map.of("app.kubernetes.io/name", service.id(), "app.kubernetes.io/instance", name),
                        inwards,
                        ways,
                        spec.networkPolicy())
                .policy();
        return policy.isEmpty()
                ? new ObjectsStep(policy, "", "The resource asks for no NetworkPolicy.")
                : new ObjectsStep(
                        policy, "NetworkPolicyApplied", "NetworkPolicy/" + scaling.name() + " says who may connect.");
    }

    /**
     * The service's own database, and what fills it.
     *
     * @param sync tasks that make its tables, one after the other
     * @param more tasks of other steps that write into it
     */
    public Step database(List<Task> sync, Task... more) {
        return database().step(sync, more);
    }

    /** For tasks that write into the database: what is a reason to run them again. */
    public Map<String, String> databaseMark() {
        return database().mark(facts);
    }

    private Step policy(ServiceConfig config) {
        return config.policy().isEmpty()
                ? new VerdictStep(Outcome.skipped("The resource overrides no policy."))
                : new TaskStep(
                        "PolicyValidation",
                        "PolicyValidationPassed",
                        pods.policyValidation(
                                        "policy-validation", Reads.of(files(config), config.folder()), config.file())
                                .job(),
                        Set.of());
    }

    /** The API's pods, for a service that has no others. */
    public Step deployment(Deployment deployment, Collection<String> secrets) {
        return new SequenceStep(workload(deployment, secrets), noted(Outcome.skipped("Written down.")));
    }

    /** The API's pods with what stands beside them. A change of the Secrets they read when they start rolls them. */
    public Step workload(Deployment deployment, Collection<String> secrets) {
        return workload(deployment, front, scaling, secrets);
    }

    Step workload(Deployment deployment, ApiFront before, ApiScaling many, Collection<String> secrets) {
        var beside = new ArrayList<HasMetadata>(List.of(before.service()));
        beside.addAll(many.disruptionBudget());
        var all = rollsOn(secrets);
        cache.secret().ifPresent(all::add);
        return new WorkloadStep(deployment, beside, all);
    }

    /** Pods of the service that nobody connects to. */
    public Step worker(Deployment deployment, Collection<String> secrets) {
        return new WorkloadStep(deployment, List.of(), rollsOn(secrets));
    }

    private Set<String> rollsOn(Collection<String> secrets) {
        var all = new HashSet<>(secrets);
        database.ifPresent(own -> all.add(own.connection()));
        certificate.secret().ifPresent(all::add);
        return all;
    }

    /** For after all pods of the service run the release. */
    public Step installed() {
        return noted(
                Outcome.done("ReleaseInstalled", "All pods run the release " + service.version(spec.image()) + "."));
    }

    /** For people, and for the way to another release. */
    private Step noted(Outcome outcome) {
        var version = service.version(spec.image());
        return new ChoiceStep(
                outcome.found("installedRelease", version),
                INSTALLED,
                version,
                spec.deletionPolicy() == DeletionPolicy.Delete);
    }

    /**
     * Whether tables have to suit another release, too: pods of it may be at work. Which one it is was written down where a restore keeps
     * it: the status is for people, and backups drop it.
     */
    public boolean upgrading() {
        return service.replaces(Founding.noted(facts, resource, INSTALLED).orElse(null), spec.image());
    }

    /** @param path one that says the service works, without a login */
    public Step health(String path) {
        if (spec.apiReplicas() == 0 && !spec.autoscaling().enabled()) {
            return new VerdictStep(Outcome.waiting("NoReplicas", "replicas: 0 asks for no pods, so nobody answers."));
        }
        return new SequenceStep(
                health(front, path),
                new VerdictStep(Outcome.skipped("Reported.").found("endpoint", front.internalUrl())));
    }

    Step health(ApiFront of, String path) {
        return new HealthStep(of.name(), of.port(), of.host(), path, certificate.secret());
    }

    /** What leads to the API, and how many pods stand behind it. */
    public Plan.Builder reachable(Plan.Builder plan, String after) {
        return plan.step("HPAReady", autoscaler(), after)
                .step("IngressReady", ingress(), after)
                .step("HTTPRouteReady", new RouteStep(front.route()), after);
    }

    private Step autoscaler() {
        var objects = scaling.autoscaler();
        return objects.isEmpty()
                ? new ObjectsStep(objects, "", "The resource asks for no autoscaling.")
                : new ObjectsStep(
                        objects,
                        "HPAReady",
                        "HorizontalPodAutoscaler/" + scaling.name() + " decides on the number of replicas.");
    }

    private Step ingress() {
        var objects = front.ingress();
        return objects.isEmpty()
                ? new ObjectsStep(objects, "", "The resource asks for no Ingress.")
                : new ObjectsStep(objects, "IngressApplied", "Ingress/" + name + " leads to the API.");
    }
}
