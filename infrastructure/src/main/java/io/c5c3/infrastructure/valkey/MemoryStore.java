package io.c5c3.infrastructure.valkey;

import java.util.Map;
import java.util.TreeMap;

/** Servers in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. */
public final class MemoryStore implements Store {

    /** As many as anybody asks for. */
    private static final int ALL = 1000;

    private final Map<String, String> passwords = new TreeMap<>();
    private String primary = "";
    private int replicas = ALL;
    private boolean majority = true;
    private boolean down;
    private boolean away;

    /** While away, no server answers. */
    public void away(boolean now) {
        away = now;
    }

    /** While down, the sentinels miss the primary. */
    public void down(boolean now) {
        down = now;
    }

    /** The sentinels elect this host; before, the first server is the primary. */
    public void elect(String host) {
        primary = host;
    }

    /** So many replicas follow from now on. */
    public void follow(int count) {
        replicas = count;
    }

    public void majority(boolean now) {
        majority = now;
    }

    @Override
    public Server server(StoreLogin login) throws StoreFailure {
        enter(login);
        return new Server("8.1.0-memory", "", replicas);
    }

    @Override
    public Sentinel sentinel(StoreLogin login, String name) throws StoreFailure {
        enter(login);
        return new Sentinel(primary, !down, replicas, ALL, majority);
    }

    private void enter(StoreLogin login) throws StoreFailure {
        if (away) {
            throw StoreFailure.because(login + " refused the connection");
        }
        // Like real servers, these have the password they were started with.
        if (!login.password().equals(passwords.computeIfAbsent(login.host(), host -> login.password()))) {
            throw StoreFailure.wrongPassword();
        }
    }
}
