package io.c5c3.api.common;

import java.util.Map;

/**
 * Programs of a resource on nodes, of which a node can have those of one resource only.
 *
 * @param what they are there for; two resources with the same in mind cannot share a node
 * @param service by whose labels their pods are found
 * @param component the same, which of its parts
 * @param selector labels of the nodes they are wanted on
 */
public record NodeUse(String what, String service, String component, Map<String, String> selector) {

    /** Running guests. */
    public static final String GUESTS = "guests";

    /** Switching what guests send. */
    public static final String SWITCH = "switch";

    /** Telling guests who they are. */
    public static final String METADATA = "metadata";
}
