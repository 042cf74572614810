package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;

/** The images that are taken where the resource names none. */
final class OvnImages {

    private OvnImages() {}

    static String ovn(OVNCluster cluster) {
        return cluster.getSpec().ovnImage().reference("ghcr.io/c5c3/ovn", "25.03");
    }

    static String ovs(OVNCluster cluster) {
        return cluster.getSpec().ovsImage().reference("ghcr.io/c5c3/ovs", "3.5");
    }
}
