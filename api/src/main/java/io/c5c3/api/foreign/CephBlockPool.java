package io.c5c3.api.foreign;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pool for block devices that Rook makes in its cluster; it has the name of the resource. */
@Group("ceph.rook.io")
@Version("v1")
public final class CephBlockPool extends CustomResource<CephBlockPool.Spec, CephBlockPool.Status>
        implements Namespaced {

    /** @param failureDomain what two copies must not share: osd, host, or anything else in the cluster's map */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Spec(
            String failureDomain,
            Replicated replicated,
            @Nullable Map<String, String> parameters) {}

    public record Replicated(Integer size, Boolean requireSafeReplicaSize) {}

    /** @param phase Ready once the pool is there */
    public record Status(@Nullable String phase) {}
}
