package io.c5c3.api.openstack;

import io.c5c3.api.ovn.OVNCluster;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The virtual network below Neutron, as a part of an OpenStackControlPlane: both databases, northd, and what runs on the nodes. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@ShortNames("osovn")
public final class OVNNetwork extends OVNCluster {}
