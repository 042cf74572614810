package io.c5c3.api.foreign;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user that Rook makes in its cluster, with its key in a Secret beside it (keys userID, userKey). */
@Group("ceph.rook.io")
@Version("v1")
public final class CephClient extends CustomResource<CephClient.Spec, CephClient.Status> implements Namespaced {

    /** @param caps what the user may do, by the service: mgr, mon, osd */
    public record Spec(Map<String, String> caps) {}

    /** @param info says under secretName which Secret holds the key */
    public record Status(@Nullable String phase, @Nullable Map<String, String> info) {}
}
