package io.c5c3.api.openstack;

import io.c5c3.api.placement.Placement;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** The service that counts what hypervisors have to offer, as a part of an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Placement")
@Plural("openstackplacements")
@Singular("openstackplacement")
@ShortNames("ospl")
public final class OpenStackPlacement extends Placement {}
