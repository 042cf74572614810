package io.c5c3.services.neutron;

import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.render.Ini;
import io.c5c3.infrastructure.ovn.NodeSwitch;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options of one agent on nodes. Each has a file of its own, so that it starts again when its own options change and not when another's
 * do.
 *
 * @param ini ours
 * @param sections what it reads of a person's options
 * @param more further files, by name
 */
record AgentConfig(
        Neutron neutron, ServicePods pods, String part, Ini ini, List<String> sections, Map<String, String> more) {

    /** What any agent does as root; there is no sudo, since it is root already. */
    private static final List<String> PRIVILEGES = List.of(
            "privsep",
            "privsep_namespace",
            "privsep_ovs_vsctl",
            "privsep_link",
            "privsep_conntrack",
            "privsep_dhcp_release");

    static AgentConfig of(Neutron neutron, ServicePods pods, String part, Ini ini, List<String> sections) {
        return new AgentConfig(neutron, pods, part, ini, sections, Map.of());
    }

    AgentConfig with(String file, String text) {
        return new AgentConfig(neutron, pods, part, ini, sections, Map.of(file, text));
    }

    /** What every agent is told first. */
    static Ini base() {
        return Ini.empty().set(Ini.DEFAULT, "use_stderr", true).set(Ini.DEFAULT, "state_path", NeutronConfig.STATE);
    }

    /** Ours, with how it reaches the switch and works as root. */
    private Ini onNode() {
        var result = ini
                // It is root already.
                .set("agent", "root_helper", "")
                .set("ovs", "ovsdb_connection", NodeSwitch.DATABASE);
        for (var privilege : PRIVILEGES) {
            result = result.set(privilege, "helper_command", "privsep-helper --config-file " + path());
        }
        return result;
    }

    private String file() {
        return "neutron-" + part + ".conf";
    }

    private String path() {
        return NeutronConfig.FOLDER + "/" + file();
    }

    ConfigFiles files() {
        var custom = new TreeMap<>(neutron.getSpec().customConfig());
        custom.keySet().retainAll(sections);
        var files = new TreeMap<>(more);
        files.put(file(), onNode().overlay(custom).render());
        return new ConfigFiles(pods.name() + "-" + part + "-config", pods.labels(part), files);
    }

    Reads reads() {
        return Reads.of(files(), NeutronConfig.FOLDER);
    }

    /** Its program, with its options. */
    List<String> command(String... words) {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("--config-file", path()));
        return command;
    }
}
