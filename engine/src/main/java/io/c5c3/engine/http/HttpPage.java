package io.c5c3.engine.http;

import java.io.IOException;

/** Reads a page of an HTTP server that is one word long. A port: the real one opens a connection, the one of memory tests knows the pods. */
public interface HttpPage {

    /** What the page says; anything but a page is a fault. */
    String read(HttpProbe.Target target) throws IOException;
}
