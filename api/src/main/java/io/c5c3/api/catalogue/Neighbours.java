package io.c5c3.api.catalogue;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.OVNNetwork;
import io.c5c3.api.openstack.OpenStackCinder;
import io.c5c3.api.openstack.OpenStackGlance;
import io.c5c3.api.openstack.OpenStackKeystone;
import io.c5c3.api.openstack.OpenStackMemcached;
import io.c5c3.api.openstack.OpenStackNeutron;
import io.c5c3.api.openstack.OpenStackNova;
import io.c5c3.api.openstack.OpenStackPlacement;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.api.tempest.Tempest;
import java.util.List;

/** What the parts of a cloud are to each other, whatever their group: nobody looks for a class, everybody for a role. */
public final class Neighbours {

    public static final Kin<MariaDB> DATABASE = Kin.of(MariaDB.class);
    public static final Kin<Memcached> CACHE =
            new Kin<>(Memcached.class, OpenStackMemcached.class);
    public static final Kin<RabbitMQ> QUEUE = Kin.of(RabbitMQ.class);
    public static final Kin<Valkey> KEY_VALUE = Kin.of(Valkey.class);
    public static final Kin<CephStorage> STORAGE = Kin.of(CephStorage.class);
    public static final Kin<OVNCluster> SWITCHING =
            new Kin<>(OVNCluster.class, OVNNetwork.class);

    /** What services stand on, each before those that may stand on it. */
    public static final List<Kin<?>> INFRASTRUCTURE =
            List.of(DATABASE, CACHE, KEY_VALUE, QUEUE, STORAGE, SWITCHING);

    public static final Kin<Keystone> IDENTITY =
            new Kin<>(Keystone.class, OpenStackKeystone.class);
    public static final Kin<Glance> IMAGES = new Kin<>(Glance.class, OpenStackGlance.class);
    public static final Kin<Placement> RESOURCES =
            new Kin<>(Placement.class, OpenStackPlacement.class);
    public static final Kin<Neutron> NETWORKS = new Kin<>(Neutron.class, OpenStackNeutron.class);
    public static final Kin<Cinder> VOLUMES = new Kin<>(Cinder.class, OpenStackCinder.class);
    public static final Kin<Nova> SERVERS = new Kin<>(Nova.class, OpenStackNova.class);
    public static final Kin<Cortex> RANKING = Kin.of(Cortex.class);
    public static final Kin<Tempest> TESTS = Kin.of(Tempest.class);

    private Neighbours() {}
}
