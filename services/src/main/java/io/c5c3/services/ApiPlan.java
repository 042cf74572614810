package io.c5c3.services;

import io.c5c3.api.catalogue.FurtherApi;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.ApiPart;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Workers;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The plan of a service like most: an API over a database, one file of options, perhaps workers behind a queue. A blueprint says what its
 * service has of its own; all else follows from the table and from the fields that all services share.
 */
public final class ApiPlan {

    private static final String MESSAGING = "MessagingReady";
    private static final String DEPLOYMENT = "DeploymentReady";

    private final OpenStackService service;
    private final HasMetadata resource;
    private final ServiceSpec spec;
    private final Facts facts;
    private final ApiSteps steps;
    private final ServiceLogin login;
    private final Map<String, String> owned = new TreeMap<>();
    private final List<SecretFiles> files = new ArrayList<>();
    private final Set<String> secrets = new TreeSet<>();
    private final List<SecretsStep.Input> inputs = new ArrayList<>();
    private final Set<Integer> outwards = new TreeSet<>();
    private final List<List<String>> sync = new ArrayList<>();
    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Map<String, Further> further = new LinkedHashMap<>();
    private final List<EnvVar> variables = new ArrayList<>();
    private final Set<String> loginKeys = new LinkedHashSet<>();
    private final Map<String, Step> before = new LinkedHashMap<>();
    private String section = "database";
    private UnaryOperator<Ini> options = ini -> ini;
    private Optional<ServiceMessaging> messaging = Optional.empty();

    private record Worker(String part, Workers wish, List<String> command) {}

    private record Further(FurtherApiSteps steps, String module, String healthy) {}

    public ApiPlan(
            OpenStackService service, HasMetadata resource, ServiceSpec spec, KeystoneAuth keystone, Facts facts) {
        this.service = service;
        this.resource = resource;
        this.spec = spec;
        this.facts = facts;
        this.steps = new ApiSteps(service, resource, spec, facts);
        this.login = steps.login(keystone);
        outwards.add(login.port());
        secrets.add(login.secret());
    }

    /** As whom it logs in, for options that say so in other words than most. */
    public ServiceLogin login() {
        return login;
    }

    /** An option that is told in the Secret with its login. */
    public ApiPlan toldByLogin(String inSection, String option, String key) {
        loginKeys.add(key);
        variables.add(Reads.fromSecret(inSection, option, login.secret(), key));
        return owned(inSection.toLowerCase(Locale.ROOT) + "/" + option, "use keystone.appCredentialRef");
    }

    /** It also logs in by password, as a section of its options says: by an application credential nobody acts for those who trust it. */
    public ApiPlan trusted(String inSection) {
        ServiceLogin.PASSWORD.forEach(key -> toldByLogin(inSection, key, key));
        return options(ini -> login.byPassword(ini, inSection));
    }

    /** It makes users by itself, in a domain whose name, administrator and password these options tell. */
    public ApiPlan ruling(String inSection, String name, String administrator, String password) {
        return toldByLogin(inSection, name, "domain_name")
                .toldByLogin(inSection, administrator, "domain_admin")
                .toldByLogin(inSection, password, "domain_admin_password");
    }

    /** It asks others, besides Keystone. */
    public ApiPlan asking(Collection<Integer> ports) {
        outwards.addAll(ports);
        return this;
    }

    /** Its parts talk by a queue. */
    public ApiPlan messaging(Messaging wish) {
        var queue = new ServiceMessaging(steps.name(), wish, spec.deletionPolicy());
        messaging = Optional.of(queue);
        inputs.add(queue.input());
        outwards.addAll(queue.ports());
        secrets.add(queue.secret());
        return this;
    }

    /** The section in which its database is told, where it is another than that of most. */
    public ApiPlan databaseIn(String other) {
        section = other;
        owned.put(other + "/connection", "use database.secretRef, database.clusterRef or database.host");
        return this;
    }

    /** Options of its own, over those that all services have. */
    public ApiPlan options(UnaryOperator<Ini> more) {
        var first = options;
        options = ini -> more.apply(first.apply(ini));
        return this;
    }

    /** An option that follows from something else, so that nobody may set it by hand. */
    public ApiPlan owned(String sectionAndOption, String instead) {
        owned.put(sectionAndOption, instead);
        return this;
    }

    /** Files that nobody else may read; pods start again when they change. */
    public ApiPlan reads(SecretFiles more) {
        files.add(more);
        secrets.add(more.secret());
        return this;
    }

    /** Files that are named after what is in them: pods start again when they are to read others, not when these change. */
    public ApiPlan mounts(SecretFiles more) {
        files.add(more);
        return this;
    }

    /** A task on its database, with all the files of the service. For after everything was said. */
    public Task task(String part, String... command) {
        var reads = Reads.of(steps.databaseFiles(config()), folder())
                .database(section, steps.database().connection());
        return steps.pods().task(part, reads.with(files.toArray(SecretFiles[]::new)), steps.databaseMark(), command);
    }

    /** Something that must be there before its pods start. */
    public ApiPlan before(String condition, Step step) {
        before.put(condition, step);
        return this;
    }

    /** What makes its tables; several run one after the other. */
    public ApiPlan sync(String... command) {
        sync.add(List.of(command));
        return this;
    }

    /** Pods that take their work from the queue. */
    public ApiPlan worker(String condition, String part, Workers wish, String... command) {
        workers.put(condition, new Worker(part, wish, List.of(command)));
        return this;
    }

    /**
     * Another of its APIs.
     *
     * @param healthy a path that answers without a login if the service works
     */
    public ApiPlan further(String condition, FurtherApi api, ApiPart wish, String module, String healthy) {
        further.put(condition, new Further(new FurtherApiSteps(steps, api, wish), module, healthy));
        return this;
    }

    /** Where users find another of its APIs. */
    public String publicUrl(FurtherApi api, ApiPart wish) {
        return front(new FurtherApiSteps(steps, api, wish)).publicUrl(null);
    }

    private ApiFront front(FurtherApiSteps of) {
        return of.front(resource.getMetadata().getNamespace(), spec.tls());
    }

    /**
     * The whole.
     *
     * @param module what uWSGI serves
     * @param alive a path that answers without a login while the process works
     * @param healthy one that answers without a login if the service works
     */
    public Plan.Builder serving(String module, String alive, String healthy) {
        var config = config();
        var cache = steps.cache();
        cache.ports().forEach(outwards::add);
        inputs.addFirst(login.input(loginKeys));
        var plan = steps.foundation(config, List.of(), inputs, inwards(), outwards)
                .step("DatabaseReady", steps.database(tasks(config)), "ConfigReady");
        messaging.ifPresent(queue -> plan.step(MESSAGING, queue.step(), "DependenciesReady"));
        before.forEach((condition, step) -> plan.step(condition, step, "DependenciesReady"));
        var ready = new ArrayList<>(before.keySet());
        messaging.ifPresent(queue -> ready.add(MESSAGING));
        var after = ApiSteps.beforeApi(ready.toArray(String[]::new));
        var reads = reads(config);
        plan.step(DEPLOYMENT, steps.deployment(steps.api(steps.server(module, alive), reads), secrets), after);
        workers.forEach(
                (condition, worker) -> plan.step(condition, steps.worker(deployment(worker, reads), secrets), after));
        further.forEach((condition, api) -> plan.step(
                condition,
                api.steps().step(front(api.steps()), spec.deployment(), api.module(), api.healthy(), reads, secrets),
                after));
        plan.step("APIReady", steps.health(healthy), DEPLOYMENT);
        return steps.reachable(plan, DEPLOYMENT);
    }

    private List<Integer> inwards() {
        return service.furtherApis().stream().map(FurtherApi::port).toList();
    }

    private Deployment deployment(Worker worker, Reads reads) {
        return steps.pods()
                .worker(
                        worker.part(),
                        worker.wish().replicas(),
                        worker.wish().deployment().or(spec.deployment()),
                        reads.with(steps.certificateFiles()),
                        worker.command().toArray(String[]::new));
    }

    /** Its tables are a matter of the database alone: nothing else is a reason to make them again. */
    private List<Task> tasks(ServiceConfig config) {
        var tasks = new ArrayList<Task>();
        for (var command : sync) {
            tasks.add(steps.pods()
                    .task(
                            tasks.isEmpty() ? "db-sync" : "db-sync-" + (tasks.size() + 1),
                            Reads.of(steps.databaseFiles(config), folder())
                                    .database(section, steps.database().connection()),
                            steps.databaseMark(),
                            command.toArray(String[]::new)));
        }
        return tasks;
    }

    private Reads reads(ServiceConfig config) {
        var reads = steps.cache()
                .in(Reads.of(steps.files(config), folder()), TokenCache.TOKENS)
                .database(section, steps.database().connection())
                .with(login.env())
                .with(variables)
                .with(files.toArray(SecretFiles[]::new));
        return messaging
                .map(queue -> reads.with(queue.env()).with(queue.files()))
                .orElse(reads);
    }

    private String folder() {
        return "/etc/" + service.id();
    }

    private ServiceConfig config() {
        var base = messaging.isPresent() ? ServiceConfig.messaging(ServiceConfig.base()) : ServiceConfig.base();
        var told = section.equals("database")
                ? base
                : base.set(section, "max_retries", -1).set(section, "connection_recycle_time", 600);
        return new ServiceConfig(
                folder(),
                service.id() + ".conf",
                login.tokens(options.apply(told), service.type(), steps.cache()),
                spec.customConfig(),
                ServiceConfig.owned(owned),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        resource.getMetadata().getNamespace(),
                        facts),
                List.of(section),
                new TreeMap<>(),
                login.problem().or(() -> steps.cache().problem()));
    }
}
