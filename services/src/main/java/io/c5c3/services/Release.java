package io.c5c3.services;

import io.c5c3.api.common.Image;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The images that make up OpenStack 2025.2, for resources that name none: one line per service. */
public enum Release {
    KEYSTONE("keystone", "28.0.0"),
    GLANCE("glance", "31.0.0"),
    PLACEMENT("placement", "14.0.0"),
    NEUTRON("neutron", "27.0.1"),
    NOVA("nova", "32.1.0"),
    CINDER("cinder", "27.0.0"),
    TEMPEST("tempest", "47.0.0"),
    CORTEX("cortex", "0.5.0");

    private static final String REGISTRY = "ghcr.io/c5c3/";

    private final String repository;
    private final String tag;

    Release(String repository, String tag) {
        this.repository = REGISTRY + repository;
        this.tag = tag;
    }

    /** What a pod names. */
    public String image(Image wish) {
        return wish.reference(repository, tag);
    }

    /** What a status says is installed. */
    public String version(Image wish) {
        return wish.digest() != null ? wish.digest() : Objects.requireNonNullElse(wish.tag(), tag);
    }

    /** Whether another one is installed than a resource asks for: then pods of both may be at work, and tables have to suit both. */
    public boolean replaces(@Nullable String installed, Image wish) {
        return installed != null && !installed.equals(version(wish));
    }
}
