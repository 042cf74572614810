package io.c5c3.api.openstack;

import io.c5c3.api.keystone.Keystone;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** The identity service, as a part of an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Keystone")
@Plural("openstackkeystones")
@Singular("openstackkeystone")
@ShortNames("osks")
public final class OpenStackKeystone extends Keystone {}
