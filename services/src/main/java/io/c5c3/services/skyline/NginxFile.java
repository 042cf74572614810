package io.c5c3.services.skyline;

import io.c5c3.engine.kube.WsgiServer;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What nginx in the image is told besides what is there: where to listen, and which API is where. A page may only speak with the host that
 * it is from, so all go by nginx.
 *
 * @param tls whether browsers come by TLS
 * @param trusted the file with whom to trust, when an API is asked by TLS
 * @param apis where each is
 */
record NginxFile(int port, boolean tls, String trusted, String region, SortedMap<String, String> apis) {

    NginxFile {
        apis = new TreeMap<>(apis);
    }

    String text() {
        var text = new StringBuilder();
        text.append("listen ").append(port).append(tls ? " ssl;\n" : ";\n");
        if (tls) {
            text.append("ssl_certificate ").append(WsgiServer.CERTIFICATE).append("/tls.crt;\n");
            text.append("ssl_certificate_key ").append(WsgiServer.CERTIFICATE).append("/tls.key;\n");
            text.append("ssl_protocols TLSv1.2 TLSv1.3;\n");
        }
        if (apis.values().stream().anyMatch(address -> address.startsWith("https:"))) {
            text.append("proxy_ssl_verify on;\n");
            text.append("proxy_ssl_verify_depth 4;\n");
            text.append("proxy_ssl_trusted_certificate ").append(trusted).append(";\n");
        }
        apis.forEach((service, address) -> text.append("location /api/openstack/")
                .append(region.toLowerCase(Locale.ROOT))
                .append('/')
                .append(service)
                .append("/ { proxy_pass ")
                .append(address)
                .append("/; }\n"));
        return text.toString();
    }
}
