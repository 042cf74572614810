package io.c5c3.api.common;

import java.util.List;

/** A resource with programs on nodes that no other resource's may be beside, of whichever namespace. */
public interface UsesNodes {

    List<NodeUse> nodeUses();
}
