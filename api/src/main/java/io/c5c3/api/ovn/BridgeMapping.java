package io.c5c3.api.ovn;

import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The bridge by which a node reaches a provider network. */
public record BridgeMapping(
        @Required @Size(max = 63) @Pattern("^[A-Za-z0-9_.-]+$")
        String physicalNetwork,

        @Required @Size(max = 15) @Pattern("^[A-Za-z0-9_.-]+$")
        String bridge) {}
