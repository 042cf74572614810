package io.c5c3.api.openstack;

import io.c5c3.api.cinder.Cinder;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** The volume service, as a part of an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Cinder")
@Plural("openstackcinders")
@Singular("openstackcinder")
@ShortNames("oscin")
public final class OpenStackCinder extends Cinder {}
