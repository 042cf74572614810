package io.c5c3.engine.http;

import java.io.IOException;
import java.util.Optional;

/** Asks an HTTP server for one page. A port: the real one opens a connection, the one of memory tests is told what to answer. */
public interface HttpProbe {

    /** The status of the answer to a GET. */
    int get(Target target) throws IOException;

    /**
     * Where to ask. Address and name are given apart, since an operator need not share the name service of the pods it looks after.
     *
     * @param address to connect to
     * @param host the name the server knows itself by, in the request and in its certificate
     * @param authority with encryption, the certificates to trust (PEM); those of the JDK when absent
     */
    record Target(String address, int port, String host, String path, boolean tls, Optional<String> authority) {

        @Override
        public String toString() {
            return (tls ? "https://" : "http://") + host + ":" + port + path;
        }
    }
}
