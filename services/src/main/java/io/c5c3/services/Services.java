package io.c5c3.services;

import io.c5c3.engine.Blueprint;
import io.c5c3.services.keystone.KeystoneBlueprint;
import java.util.List;

/** The catalogue: one line per service. */
public final class Services {

    private Services() {}

    public static List<Blueprint<?>> all() {
        return List.of(new KeystoneBlueprint());
    }
}
