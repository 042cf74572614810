package io.c5c3.api.openstack;

import io.c5c3.api.memcached.Memcached;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A set of memcached servers, of an OpenStackControlPlane. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Memcached")
@Plural("memcacheds")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Available",
        jsonPath = ".status.readyReplicas",
        type = AdditionalPrinterColumn.Type.INTEGER)
public final class OpenStackMemcached extends Memcached {}
