package io.c5c3.controlplane;

import static io.c5c3.controlplane.Draft.fields;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.Workers;
import io.c5c3.api.controlplane.Services;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The OpenStack services of a plane.
 *
 * @param ceph whether the plane has one, for images and volumes
 * @param ranks where somebody ranks the hosts that Nova has chosen
 */
record ServiceChildren(Draft draft, boolean ceph, Optional<String> ranks) {

    /** The agents on the plane's own hypervisors. */
    private static final String COMPUTE = "hypervisors";

    Keystone keystone() {
        var wanted = draft.spec().services().keystone();
        var administrator = new Administrator(draft.plane());
        var password = administrator.password();
        return draft.child(
                Keystone.class,
                "keystone",
                fields(
                        "replicas", wanted.replicas(),
                        "image", wanted.image(),
                        "database",
                                Map.of(
                                        "clusterRef", Map.of("name", "mariadb"),
                                        "secretRef", Map.of("name", "keystone-db-credentials"),
                                        "database", "keystone"),
                        "cache", Draft.cache(),
                        "fernet", wanted.fernet(),
                        "federation", wanted.federation(),
                        "bootstrap",
                                Map.of(
                                        "adminUser", administrator.user(),
                                        "adminPasswordSecretRef",
                                                Map.of("name", password.name(), "key", password.key()),
                                        "region", draft.spec().global().region()),
                        "customConfig", wanted.customConfig(),
                        "policyOverrides",
                                Policy.merge(draft.spec().global().policyOverrides(), wanted.policyOverrides()),
                        "tls", draft.spec().global().tls(),
                        "exposure", wanted.exposure(),
                        "deployment", wanted.deployment(),
                        "deletionPolicy", draft.spec().deletionPolicy()));
    }

    Glance glance() {
        var wanted = draft.spec().services().glance();
        return draft.child(
                Glance.class,
                "glance",
                draft.service(
                        "glance",
                        wanted,
                        List.of("Keystone"),
                        "replicas",
                        wanted.replicas(),
                        "storage",
                        wanted.storage() == null && ceph
                                ? fields("backend", "rbd", "rbd", pool("images", "glance"))
                                : wanted.storage()));
    }

    Placement placement() {
        var wanted = draft.spec().services().placement();
        return draft.child(
                Placement.class,
                "placement",
                draft.service("placement", wanted, List.of("Keystone"), "replicas", wanted.replicas()));
    }

    Neutron neutron() {
        var wanted = draft.spec().services().neutron();
        return draft.child(
                Neutron.class,
                "neutron",
                draft.service(
                        "neutron",
                        wanted,
                        List.of("Keystone"),
                        "api",
                        wanted.api(),
                        "messaging",
                        messaging("neutron"),
                        "ovn",
                        fields("clusterRef", fields("name", "ovn")),
                        "ml2",
                        wanted.ml2(),
                        "policyOverrides",
                        Policy.merge(
                                NodeAgents.rules(draft.spec().services()),
                                Policy.merge(draft.spec().global().policyOverrides(), wanted.policyOverrides()))));
    }

    /** A service that the plane does not have is somebody else's: waiting for it here would never end. */
    private List<String> novaNeeds() {
        var services = draft.spec().services();
        var needs = new ArrayList<>(List.of("Keystone"));
        if (services.placement().enabled()) {
            needs.add("Placement");
        }
        if (services.glance().enabled()) {
            needs.add("Glance");
        }
        return needs;
    }

    Nova nova() {
        var wanted = draft.spec().services().nova();
        return draft.child(
                Nova.class,
                "nova",
                draft.service(
                        "nova",
                        wanted,
                        novaNeeds(),
                        "api",
                        wanted.api(),
                        "scheduler",
                        scheduler(wanted.scheduler()),
                        "conductor",
                        wanted.conductor(),
                        "novncproxy",
                        wanted.novncproxy(),
                        "serialproxy",
                        wanted.serialproxy(),
                        "messaging",
                        messaging("nova"),
                        "cells",
                        cells()));
    }

    /** Nova asks whom the plane has, unless it names somebody itself. */
    private @Nullable Object scheduler(Nova.@Nullable Scheduler wanted) {
        if (ranks.isEmpty() || (wanted != null && wanted.externalScheduler().enabled())) {
            return wanted;
        }
        return fields(
                "replicas",
                wanted == null ? null : wanted.replicas(),
                "externalScheduler",
                fields(
                        "enabled",
                        true,
                        "endpoint",
                        ranks.get(),
                        "timeoutSeconds",
                        wanted == null ? null : wanted.externalScheduler().timeoutSeconds()),
                "deployment",
                wanted == null ? null : wanted.deployment());
    }

    /** The first cell has the plane's own agents unless it names others. */
    private List<Object> cells() {
        var wanted = draft.spec().services().nova();
        var cells = wanted.cells() == null
                ? List.of(new Nova.Cell("cell1", null, null, null, Defaults.of(Workers.class)))
                : wanted.cells();
        return cells.stream()
                .<Object>map(cell -> fields(
                        "name",
                        cell.name(),
                        "computeRef",
                        cell.computeRef() == null && wanted.compute().enabled() && cell.equals(cells.getFirst())
                                ? fields("name", COMPUTE)
                                : cell.computeRef(),
                        "database",
                        cell.database(),
                        "messaging",
                        cell.messaging(),
                        "conductor",
                        cell.conductor()))
                .toList();
    }

    Cinder cinder() {
        var wanted = draft.spec().services().cinder();
        var ours = wanted.backends() == null && ceph;
        return draft.child(
                Cinder.class,
                "cinder",
                draft.service(
                        "cinder",
                        wanted,
                        List.of("Keystone"),
                        "api",
                        wanted.api(),
                        "scheduler",
                        wanted.scheduler(),
                        "messaging",
                        messaging("cinder"),
                        "backends",
                        ours
                                ? List.of(fields(
                                        "name",
                                        "ceph-rbd",
                                        "driver",
                                        "cinder.volume.drivers.rbd.RBDDriver",
                                        "rbd",
                                        pool("volumes", "cinder")))
                                : wanted.backends(),
                        "defaultVolumeType",
                        ours && wanted.defaultVolumeType() == null ? "ceph-rbd" : wanted.defaultVolumeType(),
                        "backup",
                        backup(wanted)));
    }

    /** Backups are kept in the plane's Ceph, in a pool of their own, unless it is said where. */
    private Cinder.@Nullable Backup backup(Services.Cinder wanted) {
        var backup = wanted.backup();
        return ceph && backup != null && wanted.backsUpAnywhere()
                ? backup.in(new Rbd(Cinder.Backup.POOL, new SecretRef(login("cinder")), null))
                : backup;
    }

    /** The agents on the hypervisors of the first cell. */
    NovaCompute compute() {
        var wanted = draft.spec().services().nova();
        var cells = wanted.cells();
        return draft.child(
                NovaCompute.class,
                COMPUTE,
                fields(
                        "cell",
                        cells == null || cells.isEmpty()
                                ? "cell1"
                                : cells.getFirst().name(),
                        "nodeSelector",
                        wanted.compute().nodeSelector(),
                        "virtType",
                        wanted.compute().virtType(),
                        "image",
                        wanted.image(),
                        "novaRef",
                        fields("name", "nova"),
                        "keystone",
                        draft.keystoneLogin(NodeAgents.USER),
                        "rbd",
                        ceph ? pool("vms", "nova") : null,
                        "customConfig",
                        wanted.compute().customConfig()));
    }

    private static Map<String, Object> pool(String pool, String client) {
        return fields("pool", pool, "cephSecretRef", fields("name", login(client)));
    }

    private static String login(String client) {
        return client + "-ceph-credentials";
    }

    private static Map<String, Object> messaging(String service) {
        return fields(
                "clusterRef", fields("name", "rabbitmq"),
                "secretRef", fields("name", service + "-rabbitmq-credentials"));
    }
}
