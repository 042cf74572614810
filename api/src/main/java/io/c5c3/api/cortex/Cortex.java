package io.c5c3.api.cortex;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretRef;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A scheduler that Nova and others ask to rank the hosts they have chosen. */
@Group("cortex.c5c3.io")
@Version("v1alpha1")
@Plural("cortexes")
@ShortNames("cx")
@AdditionalPrinterColumn(
        name = "Pipelines",
        jsonPath = ".status.activePipelines",
        type = AdditionalPrinterColumn.Type.STRING)
public final class Cortex extends CustomResource<Cortex.Spec, Cortex.Status> implements Namespaced {

    /** Of the API. */
    public static final int PORT = 8080;

    /**
     * What a person writes.
     *
     * @param replicas how many pods answer; what they know is fetched by another one
     * @param image the image of Cortex itself
     * @param pipelines who is served; without any, Nova
     * @param datasources where Cortex learns what it ranks hosts by
     * @param customConfig sections of conf.json, laid over those that follow from other fields
     */
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") KeystoneAuth keystone,
            Pipelines pipelines,
            @Default("{}") Datasources datasources,

            @PreserveUnknownFields Map<String, Object> customConfig,

            @Default("{}") NetworkRules networkPolicy,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy) {

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Spec {
            replicas = replicas == null ? 1 : replicas;
            image = image == null ? Image.UNSET : image;
            database = database == null ? new Database(null, null, null, null, null) : database;
            keystone = keystone == null ? KeystoneAuth.UNSET : keystone;
            pipelines = pipelines == null ? Pipelines.DEFAULT : pipelines;
            datasources = datasources == null ? new Datasources(null, null) : datasources;
            customConfig = customConfig == null ? Map.of() : customConfig;
            networkPolicy = networkPolicy == null ? NetworkRules.DEFAULT : networkPolicy;
            deployment = deployment == null ? Pods.DEFAULT : deployment;
            dependsOn = dependsOn == null ? List.of() : dependsOn;
            deletionPolicy = deletionPolicy == null ? DeletionPolicy.Retain : deletionPolicy;
        }
    }

    /**
     * A PostgreSQL database. With {@code host} the server is somebody else's, and database and user are there already; without, a small
     * server is made that nobody else uses.
     *
     * @param secretRef the Secret with username and password; made if it is missing and the server is our own
     * @param database its name
     * @param host a server of somebody else's
     * @param port the port of that server; 5432 by default
     * @param server the one that is made
     */
    @ValidationRule(
            value = "!(has(self.host) && has(self.server))",
            message =
                    "write either database.host (a server that you run) or database.server (one that is made for Cortex), not both")
    @ValidationRule(
            value = "has(self.host) || !has(self.port)",
            message = "database.port belongs to database.host: write both, or neither")
    public record Database(
            @Nullable SecretRef secretRef,

            @Pattern("^[a-z][a-z0-9_]{0,62}$") @Default("cortex")
            String database,

            @Pattern("^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$") @Nullable
            String host,

            @Min(1) @Max(65535) @Nullable Integer port,
            @Nullable Server server) {
        public Database {
            database = database == null ? "cortex" : database;
        }
    }

    /**
     * The server that is made when none is named.
     *
     * @param storageSize the size of its volume
     */
    public record Server(
            @Default("{}") Image image,

            @Pattern("^[1-9][0-9]*(Mi|Gi|Ti)$") @Default("5Gi")
            String storageSize,

            @Nullable String storageClass,
            @Default("{}") Pods deployment) {

        @SuppressWarnings("NullAway")
        public static final Server DEFAULT = new Server(null, null, null, null);

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Server {
            image = image == null ? Image.UNSET : image;
            storageSize = storageSize == null ? "5Gi" : storageSize;
            deployment = deployment == null ? Pods.DEFAULT : deployment;
        }
    }

    /** Who asks: each service has a pipeline of its own. */
    public enum Domain {
        nova,
        cinder,
        manila
    }

    /**
     * A pipeline for each service that asks.
     *
     * @param nova which host a server goes to
     * @param cinder which backend a volume goes to
     * @param manila which backend a share goes to
     */
    @ValidationRule(
            value = "[has(self.nova) && self.nova.enabled, has(self.cinder) && self.cinder.enabled,"
                    + " has(self.manila) && self.manila.enabled].exists(on, on)",
            message = "enable at least one of pipelines.nova, pipelines.cinder and pipelines.manila")
    public record Pipelines(
            @Nullable Pipeline nova,
            @Nullable Pipeline cinder,
            @Nullable Pipeline manila) {

        @SuppressWarnings("NullAway")
        public static final Pipelines DEFAULT = new Pipelines(new Pipeline(true, null, null), null, null);

        public @Nullable Pipeline of(Domain domain) {
            return switch (domain) {
                case nova -> nova;
                case cinder -> cinder;
                case manila -> manila;
            };
        }
    }

    /**
     * Steps that take hosts out, and steps that rank those that are left.
     *
     * @param enabled whether questions of the service are answered
     * @param filters steps that take hosts out, in their order
     * @param weighers steps that rank hosts; what they say is added up
     */
    @ValidationRule(
            value = "self.filters.all(one, self.filters.exists_one(other, other.name == one.name))",
            message = "two filters of a pipeline have the same name: write each once")
    @ValidationRule(
            value = "self.weighers.all(one, self.weighers.exists_one(other, other.name == one.name))",
            message = "two weighers of a pipeline have the same name: write each once, with the weight it shall have")
    public record Pipeline(
            @Default("false") Boolean enabled,
            @Size(max = 64) @Default("[]") List<Filter> filters,
            @Size(max = 64) @Default("[]") List<Weigher> weighers) {
        public Pipeline {
            enabled = enabled != null && enabled;
            filters = filters == null ? List.of() : filters;
            weighers = weighers == null ? List.of() : weighers;
        }
    }

    /**
     * A step that takes out hosts that will not do.
     *
     * @param name as Cortex knows it
     * @param options what it can be told, by name
     */
    public record Filter(@Required @Size(min = 1, max = 253) String name, Map<String, String> options) {
        public Filter {
            options = options == null ? Map.of() : options;
        }
    }

    /**
     * A step that has an opinion on every host.
     *
     * @param name as Cortex knows it
     * @param weight the factor that it is multiplied by; below zero turns it round
     * @param options what it can be told, by name
     */
    public record Weigher(
            @Required @Size(min = 1, max = 253) String name,
            @Default("1.0") Double weight,
            Map<String, String> options) {
        public Weigher {
            weight = weight == null ? 1.0 : weight;
            options = options == null ? Map.of() : options;
        }
    }

    /** Where Cortex learns what it ranks hosts by. */
    public record Datasources(
            @Nullable Prometheus prometheus, @Nullable Nova nova) {}

    /**
     * Metrics of hosts, from Prometheus.
     *
     * @param enabled whether it is asked
     * @param endpoint where it is
     * @param metrics what is fetched
     */
    @ValidationRule(
            value = "!self.enabled || has(self.endpoint)",
            message = "datasources.prometheus.endpoint must be written when it is enabled")
    public record Prometheus(
            @Default("false") Boolean enabled,
            @Pattern("^https?://\\S+$") @Nullable String endpoint,
            @Size(max = 256) List<Metric> metrics) {
        public Prometheus {
            enabled = enabled != null && enabled;
            metrics = metrics == null ? List.of() : metrics;
        }
    }

    /**
     * A series to fetch.
     *
     * @param alias the table it is kept in
     * @param query what to ask for, in the language of Prometheus
     * @param type the model it is read as
     */
    public record Metric(
            @Required String alias,
            @Required String query,
            @Required String type) {}

    /**
     * Servers and hypervisors, as Nova knows them.
     *
     * @param enabled whether it is asked
     * @param endpoint where Nova is, for Cortexes that do not look it up in the service catalogue
     * @param types what to fetch
     */
    public record Nova(
            @Default("false") Boolean enabled,
            @Pattern("^https?://\\S+$") @Nullable String endpoint,

            @Size(max = 32) @Default("[\"servers\", \"hypervisors\", \"flavors\", \"aggregates\"]")
            List<String> types) {

        private static final List<String> TYPES = List.of("servers", "hypervisors", "flavors", "aggregates");

        public Nova {
            enabled = enabled != null && enabled;
            types = types == null ? TYPES : types;
        }
    }

    /**
     * What the operator observed.
     *
     * @param activePipelines those that were seen to take questions
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable List<String> activePipelines,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
