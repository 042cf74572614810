package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.BARBICAN;
import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.CinderBackendBuilder;
import io.c5c3.api.cinder.CinderSpecBuilder;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.common.Notifications;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.common.RbdBuilder;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.controlplane.Services;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.glance.GlanceSpecBuilder;
import io.c5c3.api.glance.GlanceStorageBuilder;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.keystone.KeystoneBootstrapBuilder;
import io.c5c3.api.keystone.KeystoneSpecBuilder;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.neutron.NeutronClusterRefBuilder;
import io.c5c3.api.neutron.NeutronOvnBuilder;
import io.c5c3.api.neutron.NeutronSpecBuilder;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCellBuilder;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.nova.NovaComputeSpecBuilder;
import io.c5c3.api.nova.NovaExternalSchedulerBuilder;
import io.c5c3.api.nova.NovaSchedulerBuilder;
import io.c5c3.api.nova.NovaSpecBuilder;
import io.c5c3.api.openstack.Barbican;
import io.c5c3.api.openstack.BarbicanSpecBuilder;
import io.c5c3.api.openstack.Heat;
import io.c5c3.api.openstack.HeatSpecBuilder;
import io.c5c3.api.openstack.Horizon;
import io.c5c3.api.openstack.HorizonIdentityBuilder;
import io.c5c3.api.openstack.HorizonSpecBuilder;
import io.c5c3.api.openstack.Skyline;
import io.c5c3.api.openstack.SkylineSpecBuilder;
import io.c5c3.api.placement.Placement;
import io.c5c3.api.placement.PlacementSpecBuilder;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The OpenStack services of a plane: what all of them are told ({@link Shared}), and what some are told besides.
 *
 * @param ceph whether the plane has one, for images and volumes
 */
record ServiceChildren(Cloud cloud, boolean ceph) {

    /** The agents on the plane's own hypervisors. */
    private static final String COMPUTE = "hypervisors";

    /** What makes volumes in Ceph. */
    static final String RBD = "cinder.volume.drivers.rbd.RBDDriver";

    /** The cell that a Nova has unless it names others. */
    private static final String CELL = "cell1";

    CustomResource<?, ?> of(OpenStackService service) {
        return switch (service) {
            case KEYSTONE -> child(service, Keystone.class, keystone());
            case GLANCE -> child(service, Glance.class, glance());
            case BARBICAN ->
                child(service, Barbican.class, BarbicanSpecBuilder.builder().build());
            case NEUTRON -> child(service, Neutron.class, neutron());
            case NOVA -> child(service, Nova.class, nova());
            case CINDER -> child(service, Cinder.class, cinder());
            case HEAT -> child(service, Heat.class, heat());
            case HORIZON -> child(service, Horizon.class, horizon());
            case SKYLINE ->
                child(service, Skyline.class, SkylineSpecBuilder.builder().build());
            case CORTEX -> new ExtraChildren(cloud).cortex();
            case TEMPEST -> new ExtraChildren(cloud).tempest();
            case PLACEMENT ->
                child(service, Placement.class, PlacementSpecBuilder.builder().build());
        };
    }

    private <S extends Record, R extends CustomResource<S, ?>> R child(OpenStackService service, Class<R> kind, S own) {
        return Child.of(cloud, kind, service.id(), Child.joined(Shared.of(cloud, service), own));
    }

    private Keystone.Spec keystone() {
        var wanted = cloud.services().keystone();
        var administrator = new Administrator(cloud);
        return KeystoneSpecBuilder.builder()
                .fernet(wanted.fernet())
                .federation(wanted.federation())
                .bootstrap(KeystoneBootstrapBuilder.builder()
                        .adminUser(administrator.user())
                        .adminPasswordSecretRef(administrator.password())
                        .region(cloud.region())
                        .build())
                .notifications(ends())
                .build();
    }

    /** The key manager keeps what belongs to projects, so it is told when one ends: in its own queue, where it listens. */
    private @Nullable Notifications ends() {
        return cloud.has(BARBICAN)
                ? new Notifications(new SecretRef(MessagingStep.connectionSecret(BARBICAN.id())))
                : null;
    }

    private Glance.Spec glance() {
        var wanted = cloud.services().glance();
        return GlanceSpecBuilder.builder()
                .storage(
                        wanted.storage() == null && ceph
                                ? GlanceStorageBuilder.builder()
                                        .backend(Glance.Backend.rbd)
                                        .rbd(pool("images", "glance"))
                                        .build()
                                : wanted.storage())
                .build();
    }

    private Neutron.Spec neutron() {
        var wanted = cloud.services().neutron();
        return NeutronSpecBuilder.builder()
                .api(wanted.api())
                .ovn(
                        cloud.overOvn()
                                ? NeutronOvnBuilder.builder()
                                        .clusterRef(NeutronClusterRefBuilder.builder()
                                                .name(Child.OVN)
                                                .build())
                                        .build()
                                : null)
                .ml2(wanted.ml2())
                .agents(wanted.agents())
                .policyOverrides(
                        Policy.merge(NodeAgents.rules(cloud), Policy.merge(cloud.policy(), wanted.policyOverrides())))
                .build();
    }

    private Nova.Spec nova() {
        var wanted = cloud.services().nova();
        return NovaSpecBuilder.builder()
                .api(wanted.api())
                .scheduler(scheduler(wanted.scheduler()))
                .conductor(wanted.conductor())
                .novncproxy(wanted.novncproxy())
                .serialproxy(wanted.serialproxy())
                .cells(cells(wanted))
                .build();
    }

    /** Nova asks whom the plane has, unless it names somebody itself. */
    private Nova.@Nullable Scheduler scheduler(Nova.@Nullable Scheduler wanted) {
        var ranks = new ExtraChildren(cloud).scheduler();
        if (ranks.isEmpty() || (wanted != null && wanted.externalScheduler().enabled())) {
            return wanted;
        }
        return NovaSchedulerBuilder.builder()
                .replicas(wanted == null ? null : wanted.replicas())
                .externalScheduler(NovaExternalSchedulerBuilder.builder()
                        .enabled(true)
                        .endpoint(ranks.get())
                        .timeoutSeconds(
                                wanted == null
                                        ? null
                                        : wanted.externalScheduler().timeoutSeconds())
                        .build())
                .deployment(wanted == null ? null : wanted.deployment())
                .build();
    }

    /** The first cell has the plane's own agents unless it names others. */
    private List<Nova.Cell> cells(Services.Nova wanted) {
        var cells = wanted.cells() == null
                ? List.of(NovaCellBuilder.builder().name(CELL).build())
                : wanted.cells();
        return cells.stream()
                .map(cell -> cell.computeRef() == null && wanted.compute().enabled() && cell.equals(cells.getFirst())
                        ? NovaCellBuilder.builder(cell)
                                .computeRef(new NameRef(COMPUTE))
                                .build()
                        : cell)
                .toList();
    }

    private Cinder.Spec cinder() {
        var wanted = cloud.services().cinder();
        var ours = wanted.backends() == null && ceph;
        return CinderSpecBuilder.builder()
                .api(wanted.api())
                .scheduler(wanted.scheduler())
                .backends(
                        ours
                                ? List.of(CinderBackendBuilder.builder()
                                        .name("ceph-rbd")
                                        .driver(RBD)
                                        .rbd(pool("volumes", "cinder"))
                                        .build())
                                : wanted.backends())
                .defaultVolumeType(ours && wanted.defaultVolumeType() == null ? "ceph-rbd" : wanted.defaultVolumeType())
                .backup(backup(wanted))
                .build();
    }

    private Heat.Spec heat() {
        var wanted = cloud.services().heat();
        return HeatSpecBuilder.builder()
                .cfn(wanted.cfn())
                .engine(wanted.engine())
                .build();
    }

    private Horizon.Spec horizon() {
        return HorizonSpecBuilder.builder()
                .keystone(HorizonIdentityBuilder.builder()
                        .authUrl(Child.url(cloud, KEYSTONE) + "/v3")
                        .build())
                .build();
    }

    /** Backups are kept in the plane's Ceph, in a pool of their own, unless it is said where. */
    private Cinder.@Nullable Backup backup(Services.Cinder wanted) {
        var backup = wanted.backup();
        return ceph && backup != null && wanted.backsUpAnywhere()
                ? backup.in(pool(Cinder.Backup.POOL, "cinder"))
                : backup;
    }

    /** The agents on the hypervisors of the first cell. */
    NovaCompute compute() {
        var wanted = cloud.services().nova();
        var watch = new Watch(cloud);
        var cells = wanted.cells();
        return Child.of(
                cloud,
                NovaCompute.class,
                COMPUTE,
                NovaComputeSpecBuilder.builder()
                        .cell(
                                cells == null || cells.isEmpty()
                                        ? CELL
                                        : cells.getFirst().name())
                        .nodeSelector(wanted.compute().nodeSelector())
                        .virtType(wanted.compute().virtType())
                        .image(wanted.image())
                        .novaRef(new NameRef(NOVA.id()))
                        .keystone(Child.login(cloud, NodeAgents.USER))
                        .rbd(ceph ? pool("vms", "nova") : null)
                        .customConfig(wanted.compute().customConfig())
                        .metrics(watch.metrics())
                        .networkPolicy(watch.admitted())
                        .build());
    }

    static Rbd pool(String pool, String client) {
        return RbdBuilder.builder()
                .pool(pool)
                .cephSecretRef(new SecretRef(client + "-ceph-credentials"))
                .build();
    }
}
