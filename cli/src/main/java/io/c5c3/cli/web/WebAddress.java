package io.c5c3.cli.web;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a page or a console is, as the cloud says it. A token in it is a permission that ends after a while. */
public record WebAddress(URI url) {

    private static final Pattern SERVICE =
            Pattern.compile("(?<name>[a-z0-9-]+)\\.(?<namespace>[a-z0-9-]+)\\.svc(\\.cluster\\.local)?");

    /** A Service of the cluster, which has its names only inside. */
    public record Inside(String namespace, String service, int port) {}

    public static WebAddress of(String url) {
        return new WebAddress(URI.create(url));
    }

    /** The Service that it leads to; none if it is an address for everybody. */
    Optional<Inside> inside() {
        var service = SERVICE.matcher(url.getHost());
        return service.matches()
                ? Optional.of(new Inside(service.group("namespace"), service.group("name"), port()))
                : Optional.empty();
    }

    private int port() {
        if (url.getPort() > 0) {
            return url.getPort();
        }
        return encrypted() ? 443 : 80;
    }

    public boolean encrypted() {
        return "https".equals(url.getScheme()) || "wss".equals(url.getScheme());
    }

    /** The same at a port of this machine. Nova compares the host that a page came from with the host that it asks: both change. */
    WebAddress at(String host, int port) {
        // As it was written: a token stands in a query inside of the query, and must not be decoded on the way.
        var rest = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        return of(url.getScheme() + "://" + host + ":" + port + rest);
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
