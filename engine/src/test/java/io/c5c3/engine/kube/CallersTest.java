package io.c5c3.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.UsesNodes;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallersTest {

    private static final NetworkPolicyPeer GUEST = new NetworkPolicyPeerBuilder()
            .withNewIpBlock()
            .withCidr("192.0.2.0/24")
            .endIpBlock()
            .build();

    /** An empty selector means every namespace, and a label alone can be anybody's. */
    @Test
    void aLabelIsBelievedInTwoNamespacesOnly() {
        var peers = Callers.of(Defaults.of(NetworkRules.class));

        assertThat(peers)
                .hasSize(2)
                .allSatisfy(peer -> assertThat(peer.getPodSelector().getMatchLabels())
                        .containsEntry("app.kubernetes.io/part-of", "cobaltcore"));
        assertThat(peers.getFirst().getNamespaceSelector())
                .as("the policy's own")
                .isNull();
        assertThat(peers.getLast().getNamespaceSelector().getMatchLabels())
                .isEqualTo(Map.of("kubernetes.io/metadata.name", "c5c3-system"));
    }

    @Test
    void whomTheResourceNamesComesBesides() {
        assertThat(Callers.of(new NetworkRules(true, List.of(GUEST), List.of())))
                .hasSize(3)
                .endsWith(GUEST);
    }

    @Test
    void nodesAreKnownByTheirAddresses() {
        var peers = Callers.nodes(new There(List.of(
                node("b", "InternalIP", "10.0.0.2"),
                node("a", "InternalIP", "10.0.0.1"),
                node("c", "Hostname", "c"),
                node("d", "InternalIP", "2001:db8::1"),
                new Node())));

        assertThat(peers.stream().map(peer -> peer.getIpBlock().getCidr()))
                .containsExactly("10.0.0.1/32", "10.0.0.2/32", "2001:db8::1/128");
    }

    private static Node node(String name, String type, String address) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .addNewAddress(address, type)
                .endStatus()
                .build();
    }

    /** Of a grant for another object, of another kind, or from the own namespace, nothing comes. */
    @Test
    void whoWasGrantedTheServerIsLetIn() {
        var server = new ServiceBuilder()
                .withNewMetadata()
                .withNamespace("here")
                .withName("server")
                .endMetadata()
                .build();

        var peers = Callers.granted(
                server,
                new There(List.of(
                        grant("there", "Service", "server"),
                        grant("everywhere", "Service", null),
                        grant("here", "Service", "server"),
                        grant("elsewhere", "Service", "other"),
                        grant("nowhere", "Secret", "server"))));

        assertThat(peers.stream()
                        .map(peer -> peer.getNamespaceSelector().getMatchLabels())
                        .toList())
                .containsExactly(
                        Map.of("kubernetes.io/metadata.name", "everywhere"),
                        Map.of("kubernetes.io/metadata.name", "there"));
        assertThat(peers)
                .allSatisfy(peer -> assertThat(peer.getPodSelector().getMatchLabels())
                        .containsEntry("app.kubernetes.io/part-of", "cobaltcore"));
    }

    private static ReferenceGrant grant(String from, String kind, @Nullable String name) {
        var grant = new ReferenceGrant();
        grant.setSpec(new ReferenceGrant.Spec(
                List.of(new ReferenceGrant.From("c5c3.io", "Anything", from)),
                List.of(new ReferenceGrant.To("", kind, name))));
        return grant;
    }

    private record There(List<? extends HasMetadata> objects) implements Facts {
        @Override
        public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<String> address(String namespace, String service) {
            return Optional.empty();
        }

        @Override
        public Elsewhere elsewhere(Ref target) {
            throw new UnsupportedOperationException("There is no other namespace");
        }

        @Override
        public <T extends HasMetadata> List<T> all(Class<T> kind) {
            return objects.stream().map(kind::cast).toList();
        }

        @Override
        public <R extends CustomResource<?, ?> & UsesNodes> SortedMap<String, Owner> takenNodes(
                R resource, Collection<Class<? extends HasMetadata>> rivals) {
            return new TreeMap<>();
        }

        @Override
        public boolean serves(Class<? extends HasMetadata> kind) {
            return true;
        }
    }
}
