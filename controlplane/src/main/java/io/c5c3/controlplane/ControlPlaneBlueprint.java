package io.c5c3.controlplane;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.AsideStep;
import io.c5c3.engine.step.ChildStep;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
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
        return Set.of(
                Secret.class,
                Service.class,
                MariaDB.class,
                Memcached.class,
                RabbitMQ.class,
                Valkey.class,
                CephStorage.class,
                OVNCluster.class,
                Keystone.class,
                Glance.class,
                Placement.class,
                Neutron.class,
                Cinder.class,
                Nova.class,
                NovaCompute.class,
                Cortex.class,
                Tempest.class,
                ControlPlane.class);
    }

    @Override
    public Plan plan(ControlPlane plane, Facts facts) {
        var parts = new Parts(plane);
        var plan = Plan.builder().step(new UniquePlaneStep("Accepted", plane.mistakes()));
        var delete = plane.getSpec().deletionPolicy() == DeletionPolicy.Delete;
        plan.step(new Credentials(plane).step("CredentialsReady", delete), "Accepted");
        if (delete) {
            plan.step(new AuthorityStep("AuthorityReady"), "Accepted");
        }
        parts.all().forEach(part -> plan.step(step(part), part.after().toArray(String[]::new)));
        infrastructure(plan, parts);
        if (plane.getSpec().services().keystone().enabled()) {
            identity(plan, plane, delete);
        }
        var leaving = Leaving.of(plane, parts.all(), facts);
        if (!leaving.isEmpty()) {
            plan.step(new RemovalStep("RemovalReady", leaving), "Accepted");
        }
        new Progress(plane, parts, facts).fields().forEach(plan::status);
        return plan.build();
    }

    /**
     * Tests follow from a cloud that is ready, so its being ready cannot follow from them: people may use it while a run is under way, or
     * while the tests cannot begin. Their condition tells how they stand.
     */
    private static Step step(Part part) {
        var child = new ChildStep(part.condition(), part.child(), part.operator());
        return part.phase() == Part.Phase.Testing ? new AsideStep(child) : child;
    }

    private static void infrastructure(Plan.Builder plan, Parts parts) {
        plan.step(
                new VerdictStep(
                        "InfrastructureReady", Outcome.done("AllReady", "All parts of the infrastructure are ready.")),
                parts.infrastructure().stream().map(Part::condition).toArray(String[]::new));
    }

    private static void identity(Plan.Builder plan, ControlPlane plane, boolean delete) {
        var administrator = new Administrator(plane);
        plan.step(adminPassword(plane, administrator, delete), "Accepted");
        plan.step(
                new CloudsYamlStep(
                        "AdminCloudReady",
                        plane.getMetadata().getName() + "-clouds-yaml",
                        administrator.user(),
                        administrator.password().name(),
                        administrator.password().key(),
                        plane.getSpec().global().region()),
                "KeystoneReady");
        plan.step(new ServiceCatalog(plane).step("ServiceCatalogReady"), "KeystoneReady");
    }

    /** A password that somebody else keeps must be there; otherwise one is made, once. */
    private static Step adminPassword(ControlPlane plane, Administrator administrator, boolean delete) {
        var given = plane.getSpec().services().keystone().adminPasswordSecretRef();
        return given == null
                ? new GeneratedSecretStep(
                        "AdminPasswordReady",
                        administrator.password().name(),
                        Map.of("username", administrator.user()),
                        List.of("password"),
                        delete)
                : new SecretsStep(
                        "AdminPasswordReady",
                        List.of(new SecretsStep.Input(
                                given.name(), List.of(given.key()), "WaitingForAdminCredentials")));
    }
}
