package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import java.util.List;

/**
 * The NetworkPolicy of a workload: who may reach its ports, and where else than to its own needs it may connect.
 *
 * @param enabled whether there is one; without it, everybody may connect
 * @param ingress who may connect: for a database, a queue, a cache those besides the pods of the same plane and the operators; for an API
 *     those instead of everybody, besides these
 * @param additionalEgress where else it may connect, as in a NetworkPolicy (kubectl explain networkpolicy.spec.egress)
 */
public record NetworkRules(
        @Default("true") Boolean enabled,
        List<NetworkPolicyPeer> ingress,
        List<NetworkPolicyEgressRule> additionalEgress) {

    @SuppressWarnings("NullAway")
    public static final NetworkRules DEFAULT = new NetworkRules(null, null, null);

    public NetworkRules {
        enabled = enabled == null || enabled;
        ingress = ingress == null ? List.of() : ingress;
        additionalEgress = additionalEgress == null ? List.of() : additionalEgress;
    }
}
