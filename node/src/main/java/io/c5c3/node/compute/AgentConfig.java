package io.c5c3.node.compute;

import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.nova.ConsoleKind;
import io.c5c3.services.nova.Consoles;
import io.c5c3.services.nova.NovaCell;
import io.c5c3.services.nova.NovaConfig;
import io.c5c3.services.nova.ServiceUsers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What nova-compute is told. No database is among it: agents ask the conductors of their cell. */
record AgentConfig(NovaCompute compute, NovaCell cell, ServiceUsers users) {

    private static final String FILE = "nova-compute.conf";
    private static final String LIBVIRT = "libvirt";

    /** Parts that do one thing as root; there is no sudo, since the agent is root already. */
    private static final List<String> PRIVILEGED =
            List.of("nova_sys_admin", "privsep_osbrick", "vif_plug_ovs_privileged", "vif_plug_linux_bridge_privileged");

    Optional<Outcome> problem() {
        return ServiceConfig.owned(Map.of(
                        "libvirt/virt_type", "use virtType",
                        "libvirt/rbd_user", "use rbd",
                        "libvirt/rbd_secret_uuid", "use rbd",
                        "libvirt/images_rbd_pool", "use rbd.pool",
                        "default/host", "agents are named after their nodes",
                        "default/my_ip", "agents have the address of their nodes",
                        "libvirt/live_migration_uri", "guests move by TLS, for which the operator has certificates",
                        "libvirt/live_migration_scheme", "guests move by TLS, for which the operator has certificates"))
                .problem(compute.getSpec().customConfig());
    }

    SortedMap<String, String> files() {
        return new TreeMap<>(Map.of(
                FILE,
                ini().overlay(compute.getSpec().customConfig()).render(),
                Scripts.COMPUTE,
                Scripts.text(Scripts.COMPUTE),
                Scripts.FILES,
                Scripts.text(Scripts.FILES)));
    }

    private Ini ini() {
        var ini = ceph(Migration.in(NovaConfig.agents(users)))
                .set(Ini.DEFAULT, "compute_driver", "libvirt.LibvirtDriver")
                // After a restart of the node, what ran before runs again.
                .set(Ini.DEFAULT, "resume_guests_state_on_host_boot", true)
                .set(LIBVIRT, "connection_uri", "qemu:///system")
                // As many disks and interfaces can be added while a guest runs.
                .set(LIBVIRT, "num_pcie_ports", 8)
                // A guest that has let go of its disk is noticed at the end of this time at the latest.
                .set(LIBVIRT, "device_detach_timeout", 10)
                .set("os_vif_ovs", "ovsdb_connection", "unix:" + Agent.SWITCH + "/db.sock");
        for (var section : PRIVILEGED) {
            ini = ini.set(section, "helper_command", "privsep-helper --config-file " + NovaConfig.FOLDER + "/" + FILE);
        }
        // A cell with a queue of its own has no way up to the service's databases.
        var upwards = cell.shared() ? ini : ini.set("workarounds", "disable_group_policy_check_upcall", true);
        return serialLines(screens(upwards));
    }

    private Ini screens(Ini ini) {
        var consoles = new Consoles(cell.nova(), cell, ConsoleKind.SCREEN);
        return consoles.wish().enabled()
                ? ini.set("vnc", "enabled", true)
                        .set("vnc", "server_listen", "$my_ip")
                        .set("vnc", "server_proxyclient_address", "$my_ip")
                        .set("vnc", "novncproxy_base_url", consoles.url())
                : ini.set("vnc", "enabled", false);
    }

    private Ini serialLines(Ini ini) {
        var consoles = new Consoles(cell.nova(), cell, ConsoleKind.SERIAL);
        return consoles.wish().enabled()
                ? ini.set("serial_console", "enabled", true)
                        .set("serial_console", "proxyclient_address", "$my_ip")
                        .set("serial_console", "port_range", consoles.ports())
                        .set("serial_console", "base_url", consoles.url())
                : ini.set("serial_console", "enabled", false);
    }

    /** Disks that Nova itself makes, in Ceph if a pool is named. */
    private Ini ceph(Ini ini) {
        var wish = compute.getSpec().rbd();
        if (wish == null) {
            return ini;
        }
        return ini.set(LIBVIRT, "images_type", "rbd")
                .set(LIBVIRT, "images_rbd_pool", Objects.requireNonNullElse(wish.pool(), "vms"))
                .set(LIBVIRT, "images_rbd_ceph_conf", CephAccess.CONF)
                .set(LIBVIRT, "rbd_user", CephAccess.of(wish, "nova").client())
                .set(LIBVIRT, "rbd_secret_uuid", CephKeys.nameOfOwn(compute));
    }
}
