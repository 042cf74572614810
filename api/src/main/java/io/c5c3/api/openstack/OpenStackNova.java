package io.c5c3.api.openstack;

import io.c5c3.api.nova.Nova;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** The compute service, as a part of an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Nova")
@Plural("openstacknovas")
@Singular("openstacknova")
@ShortNames("osnova")
public final class OpenStackNova extends Nova {}
