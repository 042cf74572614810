package io.c5c3.api.controlplane;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cron;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Written;
import io.c5c3.api.cortex.Cortex.Database;
import io.c5c3.api.cortex.Cortex.Datasources;
import io.c5c3.api.cortex.Cortex.Domain;
import io.c5c3.api.tempest.Tempest.Reports;
import io.c5c3.api.tempest.Tempest.Tests;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One cloud: its infrastructure, its OpenStack services, and how they fit together. */
@Group("c5c3.io")
@Version("v1alpha1")
@ShortNames({"cp", "plane"})
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Progress", jsonPath = ".status.progress", type = AdditionalPrinterColumn.Type.STRING)
public final class ControlPlane extends CustomResource<ControlPlane.Spec, ControlPlane.Status>
        implements Namespaced, Plane {

    @JsonProperty
    @SchemaFrom(type = Spec.class)
    @SuppressWarnings("HidingField") // so that Jackson sees this one, and not the typed one
    private @Nullable Written<Spec> spec;

    @JsonSetter("spec")
    @SuppressWarnings({"NullAway", "unused"}) // a resource without a spec has none; Jackson calls it
    private void read(@Nullable Written<Spec> written) {
        spec = written;
        super.spec = written == null ? null : written.value();
    }

    @Override
    @JsonIgnore
    public Spec getSpec() {
        return super.getSpec();
    }

    @Override
    @JsonIgnore
    public void setSpec(Spec made) {
        read(Written.of(made));
    }

    @Override
    public List<String> mistakes() {
        return spec == null ? List.of() : spec.mistakes();
    }

    /** What a person writes. */
    public record Spec(
            @Default("{}") Infrastructure infrastructure,
            @Default("{}") Services services,
            @Default("{}") Cortex cortex,
            @Default("{}") Tempest tempest,
            @Default("{}") Korc korc,
            @Default("{}") Global global,
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /**
     * Settings of the whole cloud.
     *
     * @param region the name of the only region
     * @param tls encryption of all services and of what they stand on
     * @param policyOverrides rules for all services; those of a service win over them
     */
    public record Global(
            @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$") @Default("RegionOne")
            String region,

            @Default("{}") Tls tls,
            @Default("{}") Monitoring monitoring,
            @Nullable Policy policyOverrides) {}

    /**
     * What Prometheus and Grafana are told of the plane.
     *
     * @param enabled whether exporters, ServiceMonitors, alerts (a PrometheusRule) and dashboards (ConfigMaps for Grafana) are made
     * @param labels labels by which Prometheus chooses the ServiceMonitors and rules it looks at
     * @param namespace where Prometheus runs: its pods are let in to the servers; without it only those of the plane's own namespace
     *     that an operator made
     */
    public record Monitoring(
            @Default("false") Boolean enabled,
            Map<String, String> labels,

            @Nullable @Pattern("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$")
            String namespace) {}

    /**
     * The scheduler that re-ranks Nova's and Cinder's choices. Nova asks it unless it names another one.
     *
     * @param enabled whether the plane has one; it needs Keystone
     * @param replicas how many pods answer; 1 by default
     * @param pipelines who is served; without any, those of the two that the plane has
     * @param database its PostgreSQL; without, a small one of its own
     * @param datasources where it learns what it ranks hosts by; without, Nova
     */
    public record Cortex(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Size(max = 3) List<Domain> pipelines,
            @Nullable Image image,
            @Nullable Database database,
            @Nullable Datasources datasources,
            @Nullable Pods deployment) {}

    /**
     * Recurring integration tests.
     *
     * @param enabled whether the plane has them; they begin when everything else is ready
     * @param schedule when to run; without it, only when asked
     * @param tests which to run; those of services that the plane does not have are left out
     * @param customConfig options of tempest.conf, laid over those that are found out
     */
    @ValidationRule(
            value = "!has(self.schedule) || self.schedule" + Cron.MATCHES,
            message = "tempest.schedule" + Cron.MESSAGE)
    public record Tempest(
            @Default("false") Boolean enabled,

            @Size(max = Cron.LONGEST) @Nullable String schedule,

            @Nullable Image image,
            @Nullable Tests tests,
            @Nullable Reports reports,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Pods deployment) {}

    /**
     * The OpenStack resource controller (K-ORC). The operator does not work with it yet, and keeps the service catalogue itself.
     *
     * @param enabled makes the condition KORCReady say that there is no support for it yet
     * @param bootstrapResources what would be imported from Keystone; named in that condition
     */
    public record Korc(@Default("false") Boolean enabled, List<BootstrapResource> bootstrapResources) {}

    /** What can be taken over from a Keystone that is there. */
    public enum BootstrapResource {
        domains,
        projects,
        roles,
        users
    }

    /**
     * What the operator observed.
     *
     * @param phase the first phase with something left to do: Infrastructure, Identity, ServiceCatalog, Core, Compute, Dashboards, Scheduler or
     *     Testing; Ready after the last
     * @param progress how many parts are ready, of how many
     * @param endpoint where people log in: the endpoint of Keystone
     * @param updatePhase UpdatingKeystone or UpdatingServices while pods of another release than the one asked for are installed, else Idle
     * @param services how each part is, by its kind in small letters
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String phase,
            @Nullable String progress,
            @Nullable String endpoint,
            @Nullable String updatePhase,
            @Nullable Map<String, ServiceStatus> services,
            @Nullable BlockedBy blockedBy) {}

    /**
     * How one part is.
     *
     * @param ready whether it can be used
     * @param release the release that runs
     * @param endpoint where it is reached
     * @param message what it waits for, or what is wrong
     */
    public record ServiceStatus(
            @Nullable Boolean ready,
            @Nullable String release,
            @Nullable String endpoint,
            @Nullable String message) {}
}
