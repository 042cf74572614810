package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import java.util.List;
import java.util.TreeMap;

/**
 * The files that servers and sentinels are started with. They are the same for all: a server learns which one it is from its host name,
 * and from the sentinels whether it is the primary.
 *
 * @param authority whether the certificate's Secret also tells who signed it
 */
record StoreFiles(Valkey valkey, boolean authority) {

    static final String FOLDER = "/etc/valkey/c5c3";
    static final String TLS = "/etc/valkey/tls";
    static final String DATA = "/var/lib/valkey";

    private static final List<String> SCRIPTS =
            List.of("primary.sh", "probe.sh", "sentinel.sh", "server.sh", "stop.sh");

    private StoreNames names() {
        return new StoreNames(valkey);
    }

    ConfigFiles config() {
        var files = new TreeMap<String, String>();
        SCRIPTS.forEach(script -> files.put(script, Shipped.file(StoreFiles.class, script)));
        files.put("server.conf", server());
        files.put("sentinel.conf", sentinel());
        if (!names().guarded()) {
            files.keySet().removeIf(file -> file.startsWith("sentinel."));
        }
        return new ConfigFiles(names().name() + "-config", names().labels(), files);
    }

    /** What the tool needs to be told to reach a server. */
    String toolOptions() {
        if (!encrypted()) {
            return "";
        }
        return authority ? "--tls --cacert " + TLS + "/ca.crt" : "--tls --cacertdir /etc/ssl/certs";
    }

    private boolean encrypted() {
        return valkey.getSpec().tls().enabled();
    }

    private String server() {
        // A primary that has lost sight of all replicas may have been replaced: what it then took would be lost.
        var careful = names().guarded() && valkey.getSpec().replicas() > 1 ? "min-replicas-to-write 1\n" : "";
        return listening(Valkey.PORT) + """
                dir /var/lib/valkey
                appendonly yes
                save ""
                repl-diskless-sync-delay 0
                """ + careful;
    }

    private String sentinel() {
        return listening(Valkey.SENTINEL_PORT) + """
                dir /tmp
                sentinel resolve-hostnames yes
                sentinel announce-hostnames yes
                """;
    }

    private String listening(int port) {
        var open = "protected-mode no\n";
        if (!encrypted()) {
            return "port " + port + "\n" + open;
        }
        return """
                port 0
                tls-port %s
                tls-cert-file %s/tls.crt
                tls-key-file %s/tls.key
                %s
                tls-auth-clients no
                tls-replication yes
                """.formatted(
                                port,
                                TLS,
                                TLS,
                                authority ? "tls-ca-cert-file " + TLS + "/ca.crt" : "tls-ca-cert-dir /etc/ssl/certs")
                + open;
    }
}
