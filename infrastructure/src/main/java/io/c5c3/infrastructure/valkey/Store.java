package io.c5c3.infrastructure.valkey;

/** What the operator asks of key-value servers. Every call opens a connection of its own and closes it: looks are rare. */
public interface Store {

    /** What the server says about itself, once it has let us in. */
    Server server(StoreLogin login) throws StoreFailure;

    /** What a sentinel knows of the primary of this name. */
    Sentinel sentinel(StoreLogin login, String name) throws StoreFailure;

    /**
     * One server.
     *
     * @param primary the host it copies; itself when empty
     * @param replicas those that copy it
     */
    record Server(String version, String primary, int replicas) {}

    /**
     * One sentinel's view.
     *
     * @param primary the host that takes what is written
     * @param answers whether it does now
     * @param replicas those it knows, one of which could be the next primary
     * @param sentinels those it knows, and itself
     * @param majority whether enough of them are there to elect
     */
    record Sentinel(String primary, boolean answers, int replicas, int sentinels, boolean majority) {}
}
