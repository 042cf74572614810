package io.c5c3.infrastructure.sql;

import io.c5c3.engine.http.BoundedSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;

/**
 * The sockets of the driver, which makes this by its name. Its own limit is for one read; a server that sends a byte now and then would
 * hold it for ever.
 */
public final class BoundedSockets extends ConfigurableSocketFactory {

    private static final Duration USUAL = Duration.ofSeconds(10);

    /** Options of a connection: where the server is, whose name says something else. */
    static final String ADDRESS = "c5c3Address";

    static final String PORT = "c5c3Port";

    private Duration time = USUAL;
    private @Nullable InetSocketAddress address;
    private int knock;

    @Override
    public void setConfiguration(Configuration configuration, String host) {
        time = Duration.ofMillis((long) configuration.connectTimeout() + configuration.socketTimeout());
        var options = configuration.nonMappedOptions();
        var where = options.getProperty(ADDRESS);
        address = where == null ? null : new InetSocketAddress(where, Integer.parseInt(options.getProperty(PORT)));
        knock = configuration.connectTimeout();
    }

    @Override
    public Socket createSocket() throws IOException {
        var socket = new BoundedSocket(time, BoundedSocket.USUAL_SIZE);
        if (address == null) {
            return socket;
        }
        try {
            socket.connect(address, knock);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        var socket = createSocket();
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostAddress(), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return createSocket(address, port);
    }
}
