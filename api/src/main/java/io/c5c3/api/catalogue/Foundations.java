package io.c5c3.api.catalogue;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;

/** What services stand on. */
public final class Foundations {

    /** Each before those that may stand on it. */
    public static final List<Class<? extends CustomResource<?, ?>>> ALL =
            List.of(MariaDB.class, Memcached.class, Valkey.class, RabbitMQ.class, CephStorage.class, OVNCluster.class);

    private Foundations() {}
}
