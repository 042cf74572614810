package io.c5c3.services.nova;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.nova.Nova;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.c5c3.services.TokenCache;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The ports a Nova listens on besides its API's, and those of what it connects to besides its databases'. */
final class NovaWays {

    static final List<Integer> INWARDS =
            List.of(NovaPods.METADATA_PORT, ConsoleKind.SCREEN.port(), ConsoleKind.SERIAL.port());

    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private NovaWays() {}

    static Collection<Integer> of(Nova nova, ServiceLogin login, TokenCache cache, ServiceMessaging messaging) {
        var ways = new TreeSet<>(List.of(
                OpenStackService.PLACEMENT.port(),
                OpenStackService.GLANCE.port(),
                OpenStackService.NEUTRON.port(),
                OpenStackService.CINDER.port(),
                OpenStackService.BARBICAN.port(),
                login.port()));
        ways.addAll(cache.ports());
        ways.addAll(messaging.ports());
        for (var cell : nova.getSpec().cells()) {
            var queue = cell.messaging();
            if (queue != null) {
                ways.addAll(
                        new ServiceMessaging(cell.name(), queue, nova.getSpec().deletionPolicy()).ports());
            }
            var database = cell.database();
            var port = database == null ? null : database.port();
            if (port != null) {
                ways.add(port);
            }
        }
        var scheduler = nova.getSpec().scheduler().externalScheduler();
        if (scheduler.enabled() && scheduler.endpoint() != null) {
            ways.add(port(URI.create(scheduler.endpoint())));
        }
        return ways;
    }

    private static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : "https".equals(url.getScheme()) ? HTTPS : HTTP;
    }
}
