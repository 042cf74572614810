package io.c5c3.infrastructure.identity;

import io.c5c3.engine.http.HttpProbe;
import java.net.URI;
import java.util.Optional;

/**
 * Where a Keystone is. Address and name are given apart, since an operator need not share the name service of the pods it looks after.
 *
 * @param address to connect to
 * @param host the name in its certificate
 * @param authority with encryption, the certificates to trust (PEM); those of the JDK when absent
 */
public record IdentityServer(String address, int port, String host, boolean tls, Optional<String> authority) {

    /** The server behind an endpoint as Keystone tells it; without a port, the one of its scheme is meant. */
    public static IdentityServer of(String endpoint, String address, Optional<String> authority) {
        var url = URI.create(endpoint);
        var tls = "https".equals(url.getScheme());
        var usual = tls ? 443 : 80;
        return new IdentityServer(address, url.getPort() < 0 ? usual : url.getPort(), url.getHost(), tls, authority);
    }

    HttpProbe.Target at(String path) {
        return new HttpProbe.Target(address, port, host, path, tls, authority);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
