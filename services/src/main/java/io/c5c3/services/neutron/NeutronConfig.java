package io.c5c3.services.neutron;

import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.OwnedOptions;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.TokenCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What neutron is told: all of it in one file, so that a person's options lie over those of its plugin too. */
record NeutronConfig(Neutron.Spec spec, Optional<OvnPlace> ovn) {

    static final String FOLDER = "/etc/neutron";
    static final String FILE = "neutron.conf";
    static final String STATE = "/var/lib/neutron";

    /** What the API's web server is told besides its arguments. */
    static final String WSGI = "uwsgi.ini";

    /**
     * Workers of the API share out the events of OVN. Each tells by the time the server started which of them belong to the same start;
     * only a file can ask uWSGI for that time.
     */
    private static final String START_TIME = "[uwsgi]\nstart-time = %t\n";

    private static final String ML2 = "ml2";
    private static final String TUNNELS = "1:65536";

    /** A tunnel of this kind leaves OVN 12 bits for the network's number. */
    private static final String VXLAN_TUNNELS = "1:4095";

    private static final Pattern NETWORK = Pattern.compile("\\*|[A-Za-z0-9_.-]+");
    private static final Pattern RANGE = Pattern.compile("[A-Za-z0-9_.-]+(:[0-9]{1,4}:[0-9]{1,4})?");

    private static final String OVN_PLACE = "use ovn.clusterRef, or ovn.nbConnection and ovn.sbConnection";
    private static final String LOGIN = "use keystone.appCredentialRef";

    private static final OwnedOptions OWNED = ServiceConfig.owned(Map.ofEntries(
            Map.entry("default/core_plugin", "networks are always made by ml2; use ml2"),
            Map.entry("default/state_path", "pods have one place to write to"),
            Map.entry("default/metadata_proxy_shared_secret", "use metadataAgent.sharedSecretRef"),
            Map.entry("default/nova_metadata_host", "use metadataAgent.novaMetadataHost"),
            Map.entry("ml2/type_drivers", "use ml2.typeDrivers"),
            Map.entry("ml2/tenant_network_types", "use ml2.tenantNetworkTypes"),
            Map.entry("ml2/mechanism_drivers", "use ml2.mechanismDrivers"),
            Map.entry("ml2/extension_drivers", "use ml2.extensionDrivers"),
            Map.entry("ml2_type_flat/flat_networks", "use ml2.flatNetworks"),
            Map.entry("ml2_type_vlan/network_vlan_ranges", "use ml2.vlanRanges"),
            Map.entry("ovn/ovn_nb_connection", OVN_PLACE),
            Map.entry("ovn/ovn_sb_connection", OVN_PLACE),
            Map.entry("ovn/ovn_metadata_enabled", "use metadataAgent.enabled"),
            Map.entry("nova/application_credential_id", LOGIN),
            Map.entry("nova/application_credential_secret", LOGIN),
            Map.entry("placement/application_credential_id", LOGIN),
            Map.entry("placement/application_credential_secret", LOGIN)));

    static ServiceConfig of(
            Neutron neutron, ServiceLogin login, TokenCache cache, Optional<OvnPlace> ovn, Facts facts) {
        var spec = neutron.getSpec();
        var config = new NeutronConfig(spec, ovn);
        return new ServiceConfig(
                FOLDER,
                FILE,
                login.tokens(config.ini(login), "network", cache),
                spec.customConfig(),
                OWNED,
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        neutron.getMetadata().getNamespace(),
                        facts),
                List.of("database"),
                new TreeMap<>(Map.of(WSGI, START_TIME)),
                config.namesProblem()
                        .or(() -> ovn.flatMap(OvnPlace::problem))
                        .or(login::problem)
                        .or(cache::problem));
    }

    private Optional<Outcome> namesProblem() {
        return wrong(spec.ml2().flatNetworks(), NETWORK, "flatNetworks", "as the name of a physical network, or *")
                .or(() -> wrong(
                        spec.ml2().vlanRanges(),
                        RANGE,
                        "vlanRanges",
                        "as network:first:last, for example physnet1:100:199"));
    }

    private static Optional<Outcome> wrong(List<String> values, Pattern shape, String field, String how) {
        return values.stream()
                .filter(value -> !shape.matcher(value).matches())
                .findFirst()
                .map(value -> Outcome.mistake(
                        "PhysicalNetworkInvalid",
                        "ml2." + field + " must be written " + how + "; '" + value.replaceAll("\\p{Cntrl}", " ")
                                + "' is not."));
    }

    private Ini ini(ServiceLogin login) {
        var ini = ServiceConfig.messaging(ServiceConfig.base())
                .set(Ini.DEFAULT, "core_plugin", ML2)
                .set(Ini.DEFAULT, "service_plugins", String.join(",", servicePlugins()))
                .set(Ini.DEFAULT, "auth_strategy", "keystone")
                .set(Ini.DEFAULT, "state_path", STATE)
                .set(Ini.DEFAULT, "notify_nova_on_port_status_changes", true)
                .set(Ini.DEFAULT, "notify_nova_on_port_data_changes", true)
                // More pods are how this grows; a process of its own for the state reports of agents is not worth its
                // memory: OVN's agents do not report by messages, and others report once in half a minute.
                .set(Ini.DEFAULT, "rpc_workers", 1)
                .set(Ini.DEFAULT, "rpc_state_report_workers", 0)
                .set("oslo_concurrency", "lock_path", STATE + "/lock");
        return ovnOptions(ml2(called(called(named(ini), login, "nova"), login, "placement")));
    }

    /** Servers find each other by name, which Neutron leaves undone as long as nobody has chosen a domain for them. */
    private Ini named(Ini ini) {
        return spec.ml2().extensionDrivers().stream().anyMatch(driver -> driver.contains("dns"))
                ? ini.set(Ini.DEFAULT, "dns_domain", "openstack.internal.")
                : ini;
    }

    /** Another service that is called as ourselves; the library for it knows the old word for the interface only. */
    private static Ini called(Ini ini, ServiceLogin login, String section) {
        return login.client(ini, section).set(section, "endpoint_type", "internal");
    }

    private List<String> servicePlugins() {
        var plugins = new ArrayList<>(routing());
        if (spec.ml2().extensionDrivers().contains("qos")) {
            plugins.add("qos");
        }
        return plugins;
    }

    private List<String> routing() {
        if (ovn.isPresent()) {
            return List.of("ovn-router", "port_forwarding", "trunk", "segments", "log");
        }
        return spec.ownAgents()
                ? List.of("router", "port_forwarding", "trunk", "segments")
                : List.of("router", "trunk");
    }

    private Ini ml2(Ini ini) {
        var wish = spec.ml2();
        var result = ini.set(ML2, "type_drivers", String.join(",", wish.typeDrivers()))
                .set(ML2, "tenant_network_types", String.join(",", wish.tenantNetworkTypes()))
                .set(ML2, "mechanism_drivers", String.join(",", wish.mechanismDrivers()))
                .set(ML2, "extension_drivers", String.join(",", wish.extensionDrivers()));
        for (var type : wish.typeDrivers()) {
            var section = "ml2_type_" + type;
            result = switch (type) {
                // The header that OVN puts before each packet; networks are made that much smaller.
                case "geneve" -> result.set(section, "vni_ranges", TUNNELS).set(section, "max_header_size", 38);
                case "vxlan" -> result.set(section, "vni_ranges", ovn.isPresent() ? VXLAN_TUNNELS : TUNNELS);
                case "gre" -> result.set(section, "tunnel_id_ranges", TUNNELS);
                case "flat" -> result.set(section, "flat_networks", String.join(",", wish.flatNetworks()));
                case "vlan" ->
                    wish.vlanRanges().isEmpty()
                            ? result
                            : result.set(section, "network_vlan_ranges", String.join(",", wish.vlanRanges()));
                default -> result;
            };
        }
        return result;
    }

    private Ini ovnOptions(Ini ini) {
        return ovn.map(place -> place.southbound(place.northbound(ini))
                        // OVN answers for DHCP itself; there is no agent to be told of every port.
                        .set(Ini.DEFAULT, "dhcp_agent_notification", false)
                        .set(
                                OvnPlace.SECTION,
                                "ovn_metadata_enabled",
                                spec.metadataAgent().enabled())
                        // A database that was away is asked again soon; the default is three minutes.
                        .set(OvnPlace.SECTION, "ovsdb_retry_max_interval", 10))
                .orElse(ini);
    }
}
