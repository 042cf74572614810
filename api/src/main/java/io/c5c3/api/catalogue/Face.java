package io.c5c3.api.catalogue;

/** In whose words a cloud is asked for, and to which API groups its parts belong. */
public enum Face {
    /** A ControlPlane of c5c3.io, whose core services have a group each. */
    CobaltCore,

    /** An OpenStackControlPlane of openstack.k8s.io, where everything is of that one group. */
    OpenStack
}
