package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.BridgeMapping;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The bridges by which a node reaches provider networks. */
public record Bridges(List<BridgeMapping> mappings) {

    /** As OVN and Neutron's agents want to be told: which network is at which bridge. */
    public String mapped() {
        return mappings.stream()
                .map(mapping -> mapping.physicalNetwork() + ":" + mapping.bridge())
                .collect(Collectors.joining(","));
    }

    /** The bridges of the node, each once. */
    public List<String> names() {
        return mappings.stream().map(BridgeMapping::bridge).distinct().toList();
    }

    /** As switch.sh reads them, which makes the bridges and plugs the cards in. */
    public String lines() {
        return mappings.stream()
                .map(mapping ->
                        ("bridge " + mapping.bridge() + " " + Objects.requireNonNullElse(mapping.uplink(), "")).strip()
                                + "\n")
                .distinct()
                .collect(Collectors.joining());
    }
}
