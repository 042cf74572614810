package io.c5c3.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways out of the cluster's API that steps may use (SQL, HTTP): the real ones in the operator, simulated ones in memory tests. */
public final class Ports {

    private final Map<Class<?>, Object> ports = new LinkedHashMap<>();

    /** Every process remembers what it has made sure of; nobody need bring that along. */
    public Ports() {
        with(Recently.class, new Recently());
    }

    /** The same ways out for a process that has just begun, and has made sure of nothing yet. */
    public Ports afresh() {
        var afresh = new Ports();
        ports.forEach((type, port) -> {
            if (type != Recently.class) {
                afresh.ports.put(type, port);
            }
        });
        return afresh;
    }

    public <P> Ports with(Class<P> type, P port) {
        ports.put(type, port);
        return this;
    }

    public <P> P get(Class<P> type) {
        var port = ports.get(type);
        if (port == null) {
            throw new IllegalStateException("No " + type.getSimpleName() + " was given to the operator");
        }
        return type.cast(port);
    }

    /** Those that are also of this type. */
    public <T> List<T> all(Class<T> type) {
        return ports.values().stream().filter(type::isInstance).map(type::cast).toList();
    }
}
