package io.c5c3.api.nova;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.LogsIn;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Purge;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.c5c3.api.common.Workers;
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
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The compute service. */
@Group("nova.openstack.c5c3.io")
@Version("v1alpha1")
public class Nova extends CustomResource<Nova.Spec, Nova.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param api the API
     * @param conductor those of the whole service: they speak to the database for those who must not
     * @param novncproxy screens of servers, in a browser
     * @param serialproxy serial lines of servers
     * @param cells sets of hypervisors; just cell1 by default
     */
    @ValidationRule(
            value = "self.cells.all(c, self.cells.exists_one(d, d.name == c.name))",
            message = "cells must have names of their own; two have the same")
    @ValidationRule(
            value = "self.cells.all(c, !(c.name in ['cell0', 'api']))",
            message = "cell0 and api name databases that the operator makes; give the cell another name")
    @ValidationRule(
            value =
                    "self.cells.size() == 0 || oldSelf.cells.size() == 0 || self.cells[0].name == oldSelf.cells[0].name",
            message =
                    "the first cell may stand on the service's own database and queue, so it stays the first: add and remove others after it")
    @RecordBuilder
    public record Spec(
            @Default("{}") Workers api,
            @Default("{}") Scheduler scheduler,
            @Default("{}") Workers conductor,
            @Default("{}") Metadata metadata,
            @Default("{}") ConsoleProxy novncproxy,
            @Default("{}") ConsoleProxy serialproxy,
            @Default("{}") Image image,
            @Default("{}") Databases database,
            @Default("{}") Messaging messaging,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Cache cache,
            @Default("{}") ServiceAuth serviceAuth,

            @Size(max = 32) @Default("[{\"name\": \"cell1\"}]")
            List<Cell> cells,

            @Default("{}") Uwsgi uwsgi,
            @Default("{}") Purge purge,
            Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Default("{}") Tls tls,
            Exposure exposure,
            @Default("{}") NetworkRules networkPolicy,
            Autoscaling autoscaling,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy)
            implements ServiceSpec, LogsIn {

        @Override
        public Database mainDatabase() {
            return database.named(database.database());
        }

        @Override
        public int apiReplicas() {
            return api.replicas();
        }

        @Override
        public Pods apiPods() {
            return api.pods(deployment);
        }
    }

    /**
     * The scheduler, and the one that may re-rank its choice.
     *
     * @param replicas how many pods choose hosts
     * @param deployment how its pods are placed and sized; without it, as those of the whole service
     */
    @RecordBuilder
    public record Scheduler(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") ExternalScheduler externalScheduler,
            @Default("{}") Pods deployment) {}

    /**
     * Cortex, or anything else that speaks its protocol.
     *
     * @param enabled whether Nova asks it; a plane with Cortex does so by itself
     * @param endpoint where it is
     * @param timeoutSeconds after which Nova goes on with its own choice
     */
    @ValidationRule(
            value = "!self.enabled || has(self.endpoint)",
            message = "scheduler.externalScheduler.endpoint must be written when it is enabled")
    @RecordBuilder
    public record ExternalScheduler(
            @Default("false") Boolean enabled,

            @Pattern("^https?://\\S+$") @Nullable String endpoint,
            @Min(1) @Max(300) @Default("10") Integer timeoutSeconds) {}

    /**
     * Nova's databases: one for the API, one for instances that never found a host, and one per cell.
     *
     * @param secretRef the Secret with username and password for all of them, {@code nova-db-credentials} by default; made if it is missing
     *     and the server is ours
     * @param database the name of that of the first cell
     * @param apiDatabase the name of that of the API
     * @param cellDatabase the name of that for instances that never found a host
     * @param clusterRef the MariaDB of this namespace that holds them
     * @param host a server of somebody else's
     * @param port the port of that server; 3306 by default
     */
    @ValidationRule(
            value = "!(has(self.clusterRef) && has(self.host))",
            message =
                    "write either database.clusterRef (the operator makes databases and user) or database.host (you made them), not both")
    @ValidationRule(
            value =
                    "self.database == oldSelf.database && self.apiDatabase == oldSelf.apiDatabase && self.cellDatabase == oldSelf.cellDatabase",
            message = "the names of the databases cannot be changed: what Nova knows is in the old ones")
    @RecordBuilder
    public record Databases(
            @Nullable SecretRef secretRef,

            @Pattern("^[a-z][a-z0-9_]{0,62}$") @Default("nova")
            String database,

            @Pattern("^[a-z][a-z0-9_]{0,62}$") @Default("nova_api")
            String apiDatabase,

            @Pattern("^[a-z][a-z0-9_]{0,62}$") @Default("nova_cell0")
            String cellDatabase,

            @Nullable NameRef clusterRef,
            @Nullable String host,
            @Min(1) @Max(65535) @Nullable Integer port) {

        /** The server and the login, with the name of one of the databases. */
        public Database named(String name) {
            return new Database(secretRef, name, clusterRef, host, port);
        }
    }

    /**
     * Whom calls to other services are made as: each names the login whose Secret is {@code <name>-keystone-credentials}. Without it, calls
     * are made as Nova.
     *
     * @param placementServiceUserRef whom Placement is called as
     * @param neutronServiceUserRef whom Neutron is called as
     * @param glanceServiceUserRef whom Glance is called as
     * @param cinderServiceUserRef whom Cinder is called as
     */
    @RecordBuilder
    public record ServiceAuth(
            @Nullable NameRef placementServiceUserRef,
            @Nullable NameRef neutronServiceUserRef,
            @Nullable NameRef glanceServiceUserRef,
            @Nullable NameRef cinderServiceUserRef) {}

    /**
     * A set of hypervisors with a database, a queue and conductors of its own. The first cell stands on what the service itself has if it
     * names neither database nor queue; all others get their own, which are made unless they are named.
     *
     * @param name the name by which hypervisors say where they belong
     * @param computeRef the NovaCompute whose agents belong to it
     * @param database where it keeps its servers
     * @param messaging the queue that its hypervisors listen to
     * @param conductor those of the cell
     */
    @RecordBuilder
    public record Cell(
            @Required @Pattern("^[a-z]([a-z0-9-]{0,28}[a-z0-9])?$") @Size(max = 30)
            String name,

            @Nullable NameRef computeRef,
            @Nullable Database database,
            @Nullable Messaging messaging,
            @Default("{}") Workers conductor) {}

    /**
     * What guests ask about themselves.
     *
     * @param sharedSecretRef what Neutron's agent signs requests with; made if nothing is written
     */
    @RecordBuilder
    public record Metadata(
            @Min(0) @Default("1") Integer replicas,
            @Nullable SecretKeyRef sharedSecretRef) {}

    /**
     * The way to consoles of guests: novncproxy shows their screens in a browser, serialproxy leads to their serial lines.
     *
     * @param enabled whether there is one
     * @param exposure how it is reached from outside the cluster
     */
    @RecordBuilder
    public record ConsoleProxy(
            @Default("true") Boolean enabled,
            @Min(0) @Default("1") Integer replicas,
            Exposure exposure) {}

    /**
     * How a cell is.
     *
     * @param name the name of the cell
     * @param status Ready, or what it waits for
     * @param computeNodes how many hypervisors were discovered in it
     */
    public record CellStatus(
            @Nullable String name,
            @Nullable String status,
            @Nullable Integer computeNodes) {}

    /**
     * What the operator observed.
     *
     * @param cells how each cell is
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable List<CellStatus> cells,
            @Nullable BlockedBy blockedBy) {}
}
