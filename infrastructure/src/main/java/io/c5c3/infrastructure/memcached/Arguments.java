package io.c5c3.infrastructure.memcached;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The command line of a server. */
record Arguments(Memcached.Spec spec) {

    static final String TLS = "/etc/memcached/tls";
    static final String LOGINS = "/etc/memcached/auth";

    /** What the operator sets itself, or what would take the server out of its pod. */
    private static final Set<String> OWNED = Set.of(
            "-p",
            "--port",
            "-U",
            "--udp-port",
            "-s",
            "--unix-socket",
            "-l",
            "--listen",
            "-d",
            "--daemon",
            "-u",
            "--user",
            "-m",
            "--memory-limit",
            "-c",
            "--conn-limit",
            "-t",
            "--threads",
            "-I",
            "--max-item-size",
            "-P",
            "--pidfile",
            "-S",
            "--enable-sasl",
            "-Y",
            "--auth-file",
            "-Z",
            "--enable-ssl",
            "-h",
            "--help",
            "-V",
            "--version");

    /** What is wrong with the person's own arguments, if anything. */
    Optional<Outcome> problem() {
        return spec.config().extraArgs().stream()
                .filter(argument -> OWNED.contains(argument.split("=", 2)[0]))
                .findFirst()
                .map(
                        argument -> Outcome.mistake(
                                "ArgumentNotAllowed",
                                "config.extraArgs names " + argument
                                        + ", which the operator sets itself: take it out and write the field of the spec instead."));
    }

    List<String> list() {
        var config = spec.config();
        var list = new ArrayList<String>(List.of(
                "--port=" + Memcached.PORT,
                "--memory-limit=" + config.maxMemoryMB(),
                "--conn-limit=" + config.maxConnections(),
                "--threads=" + config.threads(),
                "--max-item-size=" + config.maxItemSize()));
        if (config.verbosity() > 0) {
            list.add("-" + "v".repeat(config.verbosity()));
        }
        if (spec.security().tls().enabled()) {
            list.add("--enable-ssl");
            list.add("--extended=ssl_chain_cert=" + TLS + "/tls.crt,ssl_key=" + TLS + "/tls.key");
        }
        if (spec.security().sasl().enabled()) {
            list.add("--auth-file=" + LOGINS + "/" + LoginStep.FILE);
        }
        list.addAll(config.extraArgs());
        return List.copyOf(list);
    }
}
