package io.c5c3.api.catalogue;

import java.util.List;

/**
 * How programs find a service.
 *
 * @param type in Keystone's catalogue; empty for one that nobody looks for
 * @param path behind its address, as the catalogue has it
 * @param further its APIs beside the first
 */
record Served(String type, String description, int port, String path, List<FurtherApi> further) {

    static Served served(String type, String description, int port, String path) {
        return new Served(type, description, port, path, List.of());
    }

    /** For people with a browser: no program looks for it. */
    static Served browsed(int port) {
        return served("", "", port, "");
    }

    static Served nobody() {
        return served("", "", 0, "");
    }

    Served and(FurtherApi... more) {
        return new Served(type, description, port, path, List.of(more));
    }
}
