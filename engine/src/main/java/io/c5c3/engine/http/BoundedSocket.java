package io.c5c3.engine.http;

import io.c5c3.engine.Leadership;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/**
 * The one way out to anything that is not the API server. Whoever is at the other end, a look is never held for longer than it allowed, and
 * is never sent more than it allowed: the time counts from the connection to the last byte, not anew for each, and so does the size. And
 * nothing leaves once this process has ceased to lead.
 */
public final class BoundedSocket extends Socket {

    /** What a server may send unless somebody expects more. */
    public static final long USUAL_SIZE = 16L << 20;

    private static final ScheduledThreadPoolExecutor WATCHDOG = watchdog();

    private final Leadership leadership = Leadership.current();
    private final long size;
    private final Future<?> end;
    private volatile boolean expired;
    private long received;

    /**
     * @param time from now to the end of the conversation; less if this process may lead no longer than that
     * @param size the most bytes that are read
     */
    public BoundedSocket(Duration time, long size) {
        this.size = size;
        this.end = WATCHDOG.schedule(this::expire, leadership.within(time).toMillis(), TimeUnit.MILLISECONDS);
    }

    private static ScheduledThreadPoolExecutor watchdog() {
        var pool = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("socket-watchdog").factory());
        pool.setRemoveOnCancelPolicy(true);
        return pool;
    }

    /** A connection to a server. */
    public static BoundedSocket to(String host, int port, Duration knock, Duration time) throws IOException {
        var socket = new BoundedSocket(time, USUAL_SIZE);
        try {
            socket.connect(new InetSocketAddress(host, port), (int) knock.toMillis());
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * The same connection, encrypted. The address need not be the name: operators reach servers by addresses, certificates are for names.
     *
     * @param authority the certificates to trust (PEM); those of the JDK when absent
     */
    public SSLSocket secured(String name, Optional<String> authority) throws IOException {
        var secure = (SSLSocket) Trust.in(authority).getSocketFactory().createSocket(this, name, getPort(), true);
        var parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        return secure;
    }

    private void expire() {
        expired = true;
        try {
            super.close();
        } catch (IOException e) {
            // It is of no use any more either way.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        end.cancel(false);
        super.close();
    }

    private <T extends IOException> IOException because(T fault) {
        return expired ? new SocketTimeoutException("no answer in time") : fault;
    }

    @Override
    public void connect(java.net.SocketAddress endpoint, int timeout) throws IOException {
        leadership.permit();
        try {
            super.connect(endpoint, timeout);
        } catch (SocketException e) {
            throw because(e);
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                try {
                    var count = super.read(buffer, offset, length);
                    received += Math.max(0, count);
                    if (received > size) {
                        throw new ProtocolException("the answer is longer than " + size + " bytes");
                    }
                    return count;
                } catch (SocketException e) {
                    throw because(e);
                }
            }

            /** Readers with a buffer ask it between two reads, when the time may just have ended. */
            @Override
            public int available() throws IOException {
                try {
                    return super.available();
                } catch (SocketException e) {
                    throw because(e);
                }
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] buffer, int offset, int length) throws IOException {
                leadership.permit();
                try {
                    out.write(buffer, offset, length);
                } catch (SocketException e) {
                    throw because(e);
                }
            }
        };
    }
}
