package io.c5c3.api.openstack;

import io.c5c3.api.placement.Placement;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** What resources there are and who took them, in an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Placement")
@Plural("placements")
public final class OpenStackPlacement extends Placement {}
