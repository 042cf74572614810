package io.c5c3.app;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.controlplane.ControlPlaneBlueprint;
import io.c5c3.controlplane.OpenStackControlPlaneBlueprint;
import io.c5c3.controlplane.aggregate.SecretAggregateBlueprint;
import io.c5c3.controlplane.rotation.CredentialRotationBlueprint;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.TwinBlueprint;
import io.c5c3.infrastructure.ceph.CephStorageBlueprint;
import io.c5c3.infrastructure.mariadb.MariaDBBlueprint;
import io.c5c3.infrastructure.memcached.MemcachedBlueprint;
import io.c5c3.infrastructure.ovn.OVNChassisBlueprint;
import io.c5c3.infrastructure.ovn.OVNClusterBlueprint;
import io.c5c3.infrastructure.rabbitmq.RabbitMQBlueprint;
import io.c5c3.infrastructure.valkey.ValkeyBlueprint;
import io.c5c3.node.compute.NovaComputeBlueprint;
import io.c5c3.services.Services;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Every kind this program can run; operators, definitions, roles, charts and the reference are made from it. */
public final class Catalogue {

    private Catalogue() {}

    public static List<Blueprint<?>> all() {
        var all = new ArrayList<Blueprint<?>>();
        all.add(new ControlPlaneBlueprint());
        all.add(new OpenStackControlPlaneBlueprint());
        all.add(new SecretAggregateBlueprint());
        all.add(new CredentialRotationBlueprint());
        all.add(new MariaDBBlueprint());
        all.add(new MemcachedBlueprint());
        all.add(new RabbitMQBlueprint());
        all.add(new ValkeyBlueprint());
        all.add(new OVNClusterBlueprint());
        all.add(new OVNChassisBlueprint());
        all.add(new CephStorageBlueprint());
        all.addAll(Services.all());
        all.add(new NovaComputeBlueprint());
        return TwinBlueprint.with(all);
    }

    /**
     * The kinds that these blueprints are for, and with the plane's operator those that people write and nobody works on: others only
     * look at them.
     */
    static List<Class<? extends CustomResource<?, ?>>> kinds(List<Blueprint<?>> blueprints) {
        var kinds = new ArrayList<Class<? extends CustomResource<?, ?>>>();
        blueprints.forEach(blueprint -> kinds.add(blueprint.kind()));
        if (kinds.contains(ControlPlane.class)) {
            kinds.add(ReferenceGrant.class);
        }
        return kinds;
    }

    public static Set<String> operators() {
        var names = new TreeSet<String>();
        all().forEach(blueprint -> names.add(blueprint.operator()));
        return names;
    }

    /** The blueprints of the named operators: {@code all}, or names with commas between them. */
    static List<Blueprint<?>> select(String operators) {
        if ("all".equals(operators)) {
            return all();
        }
        var wanted = new TreeSet<>(Arrays.asList(operators.split(",")));
        var unknown = new TreeSet<>(wanted);
        unknown.removeAll(operators());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("There is no operator named " + String.join(", ", unknown)
                    + "; write all, or some of " + String.join(",", operators()));
        }
        return all().stream()
                .filter(blueprint -> wanted.contains(blueprint.operator()))
                .toList();
    }
}
