package io.c5c3.cli.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.cli.plane.Observed;
import io.c5c3.local.Outside;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Where addresses of a cloud on the local cluster are reached from this machine. An administrator of a real cloud makes such a network
 * once, since only they know its addresses; here we know them.
 */
record PublicNetwork(Outside outside) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ClientScript SCRIPT =
            new ClientScript("public.py", "'./c5c3 openstack network show public' may tell more.");

    /** Makes it, if the plane has a provider network that leads to this machine; returns whether it did. */
    boolean make(Observed plane, KubernetesClient client, Progress progress) {
        var physical = physicalNetwork(JSON.valueToTree(plane.object()));
        return physical.isPresent()
                && SCRIPT.run(
                                client,
                                plane.namespace(),
                                progress,
                                physical.get(),
                                outside.network(),
                                outside.gateway(),
                                outside.first(),
                                outside.last())
                        .containsKey("made");
    }

    /** An OpenStackControlPlane has all in one list, in which Neutron is on unless it is switched off. */
    Optional<String> physicalNetwork(JsonNode plane) {
        var spec = plane.path("spec");
        var flat = HasMetadata.getKind(OpenStackControlPlane.class)
                .equals(plane.path("kind").asText());
        var ovn = (flat ? spec : spec.path("infrastructure")).at("/ovn/bridgeMappings");
        var neutron = (flat ? spec : spec.path("services")).path("neutron");
        var agents = neutron.at("/agents/bridgeMappings");
        return neutron.path("enabled").asBoolean(flat)
                ? Stream.of(ovn, agents)
                        .flatMap(mappings -> StreamSupport.stream(mappings.spliterator(), false))
                        .filter(mapping ->
                                outside.card().equals(mapping.path("uplink").asText()))
                        .map(mapping -> mapping.path("physicalNetwork").asText())
                        .findFirst()
                : Optional.empty();
    }
}
