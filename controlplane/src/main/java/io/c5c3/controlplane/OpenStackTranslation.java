package io.c5c3.controlplane;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.CinderBackendBuilder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Workers;
import io.c5c3.api.common.WorkersBuilder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane.NetworkBackend;
import io.c5c3.api.controlplane.OpenStackControlPlane.StorageBackend;
import io.c5c3.api.controlplane.OpenStackServices.StorageType;
import io.c5c3.api.controlplane.OpenStackServices.VolumeBackend;
import io.c5c3.api.controlplane.Services;
import io.c5c3.api.controlplane.ServicesBuilder;
import io.c5c3.api.controlplane.ServicesCinderBuilder;
import io.c5c3.api.controlplane.ServicesGlanceBuilder;
import io.c5c3.api.controlplane.ServicesNeutronBuilder;
import io.c5c3.api.controlplane.ServicesNovaBuilder;
import io.c5c3.api.controlplane.ServicesPlainBuilder;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.neutron.NeutronMl2Builder;
import io.c5c3.api.nova.NovaSchedulerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a person wrote in an OpenStackControlPlane becomes what is asked for. */
record OpenStackTranslation(OpenStackControlPlane plane) {

    Cloud cloud() {
        var spec = plane.getSpec();
        return new Cloud(
                plane,
                Face.OPENSTACK,
                spec.region(),
                spec.tls(),
                spec.monitoring(),
                null,
                spec.deletionPolicy(),
                infrastructure(spec),
                services(spec),
                Defaults.of(ControlPlane.Cortex.class),
                Defaults.of(ControlPlane.Tempest.class),
                mistakes(spec),
                Skipped.of(spec));
    }

    private static Infrastructure infrastructure(OpenStackControlPlane.Spec spec) {
        return new Infrastructure(
                spec.mariadb(),
                spec.rabbitmq(),
                null,
                spec.memcached(),
                spec.storageBackend() == StorageBackend.ceph
                        ? Objects.requireNonNullElse(spec.ceph(), Defaults.of(Infrastructure.Ceph.class))
                        : null,
                spec.ovn());
    }

    private static Services services(OpenStackControlPlane.Spec spec) {
        return ServicesBuilder.builder()
                .keystone(spec.keystone())
                .barbican(spec.barbican())
                .glance(glance(spec))
                .placement(placement(spec))
                .neutron(neutron(spec))
                .nova(nova(spec))
                .cinder(cinder(spec))
                .heat(spec.heat())
                .horizon(spec.horizon())
                .skyline(spec.skyline())
                .build();
    }

    /** In Ceph if the plane has one, unless they are to be in files. */
    private static Services.Glance glance(OpenStackControlPlane.Spec spec) {
        var wanted = spec.glance();
        return ServicesGlanceBuilder.builder()
                .enabled(wanted.enabled())
                .replicas(wanted.replicas())
                .image(wanted.image())
                .storage(wanted.storageType() == StorageType.pvc ? Defaults.of(Glance.Storage.class) : null)
                .customConfig(wanted.customConfig())
                .policyOverrides(wanted.policyOverrides())
                .exposure(wanted.exposure())
                .deployment(wanted.deployment())
                .build();
    }

    private static Services.Plain placement(OpenStackControlPlane.Spec spec) {
        var wanted = spec.placement();
        return ServicesPlainBuilder.builder()
                .enabled(wanted.enabled())
                .replicas(wanted.replicas())
                .image(wanted.image())
                .customConfig(wanted.customConfig())
                .policyOverrides(wanted.policyOverrides())
                .exposure(wanted.exposure())
                .deployment(wanted.deployment())
                .build();
    }

    private static Services.Neutron neutron(OpenStackControlPlane.Spec spec) {
        var wanted = spec.neutron();
        return ServicesNeutronBuilder.builder()
                .enabled(wanted.enabled())
                .api(workers(wanted.replicas()))
                .ml2(spec.networkBackend() == NetworkBackend.ovs ? withoutOvn() : null)
                .agents(wanted.agents())
                .image(wanted.image())
                .customConfig(wanted.customConfig())
                .policyOverrides(wanted.policyOverrides())
                .exposure(wanted.exposure())
                .deployment(wanted.deployment())
                .build();
    }

    /** What agents can carry between nodes with any switch is VXLAN. */
    private static Neutron.Ml2 withoutOvn() {
        return NeutronMl2Builder.builder()
                .typeDrivers(List.of("vxlan", "vlan", "flat"))
                .tenantNetworkTypes(List.of("vxlan"))
                .mechanismDrivers(List.of("openvswitch"))
                .build();
    }

    private static Services.Nova nova(OpenStackControlPlane.Spec spec) {
        var wanted = spec.nova();
        return ServicesNovaBuilder.builder()
                .enabled(wanted.enabled())
                .api(workers(wanted.replicas()))
                .scheduler(
                        wanted.replicas() == null
                                ? null
                                : NovaSchedulerBuilder.builder()
                                        .replicas(wanted.replicas())
                                        .build())
                .conductor(workers(wanted.replicas()))
                .compute(wanted.compute())
                .image(wanted.image())
                .customConfig(wanted.customConfig())
                .policyOverrides(wanted.policyOverrides())
                .exposure(wanted.exposure())
                .deployment(wanted.deployment())
                .build();
    }

    private static Services.Cinder cinder(OpenStackControlPlane.Spec spec) {
        var wanted = spec.cinder();
        var named = !wanted.backends().isEmpty();
        return ServicesCinderBuilder.builder()
                .enabled(wanted.enabled())
                .api(workers(wanted.replicas()))
                .scheduler(workers(wanted.replicas()))
                .backends(
                        named
                                ? wanted.backends().stream()
                                        .map(OpenStackTranslation::pool)
                                        .toList()
                                : null)
                .defaultVolumeType(named ? wanted.backends().getFirst().name() : null)
                .image(wanted.image())
                .customConfig(wanted.customConfig())
                .policyOverrides(wanted.policyOverrides())
                .exposure(wanted.exposure())
                .deployment(wanted.deployment())
                .build();
    }

    private static Cinder.Backend pool(VolumeBackend backend) {
        return CinderBackendBuilder.builder()
                .name(backend.name())
                .driver(ServiceChildren.RBD)
                .rbd(ServiceChildren.pool("volumes", "cinder"))
                .build();
    }

    private static @Nullable Workers workers(@Nullable Integer replicas) {
        return replicas == null
                ? null
                : WorkersBuilder.builder().replicas(replicas).build();
    }

    /** What is asked for and cannot be had: with another backend than the one that was meant, nothing is made. */
    private List<String> mistakes(OpenStackControlPlane.Spec spec) {
        var mistakes = new ArrayList<>(plane.mistakes());
        if (spec.storageBackend() == StorageBackend.lvm) {
            mistakes.add("spec.storageBackend: this release has no lvm; write ceph, or leave it out to have a cloud"
                    + " without volumes");
        }
        var mechanism = spec.neutron().mechanism();
        if (mechanism != null && mechanism != spec.networkBackend()) {
            mistakes.add("spec.neutron.mechanism: must be the networkBackend, which is " + spec.networkBackend()
                    + "; write that, or leave it out");
        }
        var kept = spec.glance().storageType();
        if (kept == StorageType.swift) {
            mistakes.add("spec.glance.storageType: this release has no swift; write ceph or pvc");
        }
        if (kept == StorageType.ceph && spec.storageBackend() != StorageBackend.ceph) {
            mistakes.add("spec.glance.storageType: there is no Ceph to keep images in; write storageBackend: ceph too,"
                    + " or pvc here");
        }
        spec.cinder().backends().stream()
                .filter(backend -> backend.type() == StorageBackend.lvm)
                .forEach(backend -> mistakes.add(
                        "spec.cinder.backends[" + backend.name() + "].type: this release has no lvm; write ceph"));
        return mistakes;
    }
}
