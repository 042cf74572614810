package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;

/** The two ways to the console of a guest. Each has a program of its own that stands between. */
public enum ConsoleKind {

    /** What the guest shows, in a browser. Guests get the first free display from here on. */
    SCREEN("novncproxy", 6080, 5900, 65535),

    /**
     * The guest's serial line, in a terminal. Nova's own range holds the ports of the kubelet and its neighbours; this one ends before
     * those from which connections go out, and before those of Services.
     */
    SERIAL("serialproxy", 6083, 20000, 29999);

    private final String proxy;
    private final int port;
    private final int first;
    private final int last;

    ConsoleKind(String proxy, int port, int first, int last) {
        this.proxy = proxy;
        this.port = port;
        this.first = first;
        this.last = last;
    }

    /** The program, as resources call it; Nova puts its own name before. */
    String proxy() {
        return proxy;
    }

    int port() {
        return port;
    }

    /** The first port on a hypervisor that a guest may have. */
    int first() {
        return first;
    }

    /** The last of them. */
    int last() {
        return last;
    }

    Nova.ConsoleProxy wish(Nova.Spec spec) {
        return this == SCREEN ? spec.novncproxy() : spec.serialproxy();
    }
}
