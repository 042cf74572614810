package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.TokenCache;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Nova's options: one file for all parts of the control plane, which differ only in the databases and queues they are given. */
public final class NovaConfig {

    /** Where the file is mounted. */
    public static final String FOLDER = "/etc/nova";

    /** What Nova writes lies below. */
    public static final String STATE = "/var/lib/nova";

    /** How soon a new hypervisor may get guests, at the latest. A look that finds none costs one query per cell. */
    private static final int DISCOVERY_SECONDS = 10;

    /** The longest that is made of them is -CELL-serialproxy. */
    private static final int LONGEST_NAMES = 50;

    private NovaConfig() {}

    static ServiceConfig of(Nova nova, ServiceUsers users, TokenCache cache, HostRanking ranking, Facts facts) {
        var spec = nova.getSpec();
        var ini = cache.region(control(users.login().tokens(shared(users), "compute", cache)));
        return new ServiceConfig(
                FOLDER,
                "nova.conf",
                ranking.in(consoles(ini, spec)),
                spec.customConfig(),
                ServiceConfig.owned(Map.of(
                        "api_database/connection",
                        "use database.secretRef, database.clusterRef or database.host",
                        "neutron/metadata_proxy_shared_secret",
                        "use metadata.sharedSecretRef",
                        "filter_scheduler/external_scheduler_api_url",
                        "use scheduler.externalScheduler",
                        "filter_scheduler/external_scheduler_timeout",
                        "use scheduler.externalScheduler",
                        "default/host",
                        "the parts have names of their own")),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        nova.getMetadata().getNamespace(),
                        facts),
                List.of("database", "api_database"),
                new TreeMap<>(),
                names(nova).or(() -> users.problem(facts)).or(cache::problem));
    }

    /** Services and Jobs of a cell are named after both, and Kubernetes has a limit. */
    private static Optional<Outcome> names(Nova nova) {
        var name = nova.getMetadata().getName();
        var cells = nova.getSpec().cells().stream().map(Nova.Cell::name).toList();
        return cells.stream()
                .filter(cell -> Collections.frequency(cells, cell) > 1)
                .findFirst()
                .<Outcome>map(cell -> Outcome.mistake(
                        "CellNamesClash", "Two cells are called " + cell + ": give one of them another name."))
                .or(() -> tooLong(name, cells));
    }

    private static Optional<Outcome> tooLong(String name, List<String> cells) {
        return cells.stream()
                .filter(cell -> name.length() + cell.length() > LONGEST_NAMES)
                .findFirst()
                .map(cell -> Outcome.mistake(
                        "NamesTooLong",
                        "The names of the Nova and of its cell " + cell + " are longer than " + LONGEST_NAMES
                                + " characters together, too long for what is named after both: give the cell"
                                + " a shorter one."));
    }

    /** What agents on hypervisors are told of the rest of the cloud. */
    public static Ini agents(ServiceUsers users) {
        var all = shared(users).sections();
        // An agent with a database refuses to work.
        all.remove("database");
        return new Ini(all);
    }

    private static Ini shared(ServiceUsers users) {
        var ini = ServiceConfig.messaging(ServiceConfig.base())
                .set(Ini.DEFAULT, "state_path", STATE)
                .set("oslo_concurrency", "lock_path", STATE + "/tmp")
                // Old and new parts talk to each other while one release follows another.
                .set("upgrade_levels", "compute", "auto")
                // A cloud with one hypervisor could resize nothing. With several, a server may stay where its disk is.
                .set(Ini.DEFAULT, "allow_resize_to_same_host", true);
        return users.in(ini);
    }

    private static Ini control(Ini ini) {
        // One process each: more of them are more pods.
        return ini.set("api_database", "max_retries", -1)
                .set("api_database", "connection_recycle_time", 600)
                .set("neutron", "service_metadata_proxy", true)
                .set("conductor", "workers", 1)
                .set("scheduler", "workers", 1)
                .set("scheduler", "discover_hosts_in_cells_interval", DISCOVERY_SECONDS)
                // Else the first look comes after a random time of up to a minute, which keeps the agents of a large
                // cloud
                // apart. Schedulers are few, and the first hypervisor waits for theirs.
                .set(Ini.DEFAULT, "periodic_fuzzy_delay", 0);
    }

    private static Ini consoles(Ini ini, Nova.Spec spec) {
        var result = ini.set("vnc", "enabled", spec.novncproxy().enabled())
                .set("vnc", "novncproxy_host", "0.0.0.0")
                .set("vnc", "novncproxy_port", ConsoleKind.SCREEN.port())
                .set("serial_console", "enabled", spec.serialproxy().enabled())
                .set("serial_console", "serialproxy_host", "0.0.0.0")
                .set("serial_console", "serialproxy_port", ConsoleKind.SERIAL.port());
        return spec.tls().enabled()
                ? result.set(Ini.DEFAULT, "ssl_only", true)
                        .set(Ini.DEFAULT, "cert", WsgiServer.CERTIFICATE + "/tls.crt")
                        .set(Ini.DEFAULT, "key", WsgiServer.CERTIFICATE + "/tls.key")
                : result;
    }
}
