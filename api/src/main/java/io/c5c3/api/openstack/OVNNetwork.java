package io.c5c3.api.openstack;

import io.c5c3.api.ovn.OVNCluster;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** An Open Virtual Network, of an OpenStackControlPlane: what elsewhere is an OVNCluster. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("OVNNetwork")
@Plural("ovnnetworks")
@AdditionalPrinterColumn(
        name = "Chassis",
        jsonPath = ".status.chassisCount",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Active",
        jsonPath = ".status.activeControllers",
        type = AdditionalPrinterColumn.Type.INTEGER)
public final class OVNNetwork extends OVNCluster {}
