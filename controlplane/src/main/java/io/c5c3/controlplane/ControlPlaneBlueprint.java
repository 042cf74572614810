package io.c5c3.controlplane;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ChildStep;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A cloud: its infrastructure first, then identity, then what stands on both. */
public final class ControlPlaneBlueprint implements Blueprint<ControlPlane> {

    @Override
    public Class<ControlPlane> kind() {
        return ControlPlane.class;
    }

    @Override
    public String operator() {
        return "c5c3";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(Secret.class, MariaDB.class, Memcached.class, Keystone.class, ControlPlane.class);
    }

    @Override
    public Plan plan(ControlPlane plane, Facts facts) {
        var children = new Children(plane);
        var plan = Plan.builder();
        plan.step(new UniquePlaneStep("Accepted"));
        infrastructure(plan, plane, children);
        if (plane.getSpec().services().keystone().enabled()) {
            identity(plan, plane, children);
        }
        missing(plan, plane);
        new Progress(plane, facts).fields().forEach(plan::status);
        return plan.build();
    }

    private static void infrastructure(Plan.Builder plan, ControlPlane plane, Children children) {
        var wanted = plane.getSpec().infrastructure();
        var parts = new ArrayList<String>(List.of("MariaDBReady", "MemcachedReady"));
        plan.step(new ChildStep("MariaDBReady", children.mariadb(), "mariadb"), "Accepted");
        plan.step(new ChildStep("MemcachedReady", children.memcached(), "memcached"), "Accepted");
        if (wanted.rabbitmq() != null) {
            plan.step(missing("RabbitMQ"), "Accepted");
            parts.add("RabbitMQReady");
        }
        if (wanted.valkey() != null) {
            plan.step(missing("Valkey"), "Accepted");
            parts.add("ValkeyReady");
        }
        plan.step(
                new VerdictStep(
                        "InfrastructureReady", Outcome.done("AllReady", "All parts of the infrastructure are ready.")),
                parts.toArray(String[]::new));
    }

    private static void identity(Plan.Builder plan, ControlPlane plane, Children children) {
        var delete = plane.getSpec().deletionPolicy() == DeletionPolicy.Delete;
        plan.step(
                new GeneratedSecretStep(
                        "DBCredentialsReady",
                        "keystone-db-credentials",
                        Map.of("username", "keystone"),
                        List.of("password"),
                        delete),
                "Accepted");
        plan.step(adminPassword(plane, children, delete), "Accepted");
        plan.step(
                new ChildStep("KeystoneReady", children.keystone(), "keystone"),
                "DBCredentialsReady",
                "AdminPasswordReady",
                "MariaDBReady",
                "MemcachedReady");
        plan.step(
                new CloudsYamlStep(
                        "AdminCloudReady",
                        plane.getMetadata().getName() + "-clouds-yaml",
                        children.adminUser(),
                        children.adminPassword().name(),
                        children.adminPassword().key(),
                        plane.getSpec().global().region()),
                "KeystoneReady");
    }

    /** A password that somebody else keeps must be there; otherwise one is made, once. */
    private static Step adminPassword(ControlPlane plane, Children children, boolean delete) {
        var given = plane.getSpec().services().keystone().adminPasswordSecretRef();
        return given == null
                ? new GeneratedSecretStep(
                        "AdminPasswordReady",
                        children.adminPassword().name(),
                        Map.of("username", children.adminUser()),
                        List.of("password"),
                        delete)
                : new SecretsStep(
                        "AdminPasswordReady",
                        List.of(new SecretsStep.Input(
                                given.name(), List.of(given.key()), "WaitingForAdminCredentials")));
    }

    /** Services that the spec asks for and this installation cannot make say so, instead of being silently absent. */
    private static void missing(Plan.Builder plan, ControlPlane plane) {
        var spec = plane.getSpec();
        var services = spec.services();
        missing(plan, services.glance() != null && services.glance().enabled(), "Glance");
        missing(plan, services.placement() != null && services.placement().enabled(), "Placement");
        missing(plan, services.nova() != null && services.nova().enabled(), "Nova");
        missing(plan, services.neutron() != null && services.neutron().enabled(), "Neutron");
        missing(plan, services.cinder() != null && services.cinder().enabled(), "Cinder");
        missing(plan, spec.cortex().enabled(), "Cortex");
        missing(plan, spec.tempest().enabled(), "Tempest");
    }

    private static void missing(Plan.Builder plan, boolean enabled, String kind) {
        if (enabled) {
            plan.step(missing(kind), "Accepted");
        }
    }

    private static Step missing(String kind) {
        return new VerdictStep(kind + "Ready", ChildStep.notInstalled(kind, kind.toLowerCase(Locale.ROOT)));
    }
}
