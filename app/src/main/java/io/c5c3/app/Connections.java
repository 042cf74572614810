package io.c5c3.app;

import io.c5c3.engine.Ports;
import io.c5c3.engine.http.HttpPage;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.http.SocketPage;
import io.c5c3.engine.http.SocketProbe;
import io.c5c3.infrastructure.ceph.Ceph;
import io.c5c3.infrastructure.ceph.MemoryCeph;
import io.c5c3.infrastructure.ceph.monitor.MonitorCeph;
import io.c5c3.infrastructure.identity.Identity;
import io.c5c3.infrastructure.identity.KeystoneIdentity;
import io.c5c3.infrastructure.identity.MemoryIdentity;
import io.c5c3.infrastructure.ovn.MemoryOvsdb;
import io.c5c3.infrastructure.ovn.Ovsdb;
import io.c5c3.infrastructure.ovn.SocketOvsdb;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.rabbitmq.RabbitBroker;
import io.c5c3.infrastructure.sql.MariaDbSql;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.infrastructure.valkey.MemoryStore;
import io.c5c3.infrastructure.valkey.SocketStore;
import io.c5c3.infrastructure.valkey.Store;
import io.c5c3.services.cinder.CinderVolumes;
import io.c5c3.services.cinder.MemoryVolumes;
import io.c5c3.services.cinder.Volumes;
import io.c5c3.services.neutron.HttpNetworks;
import io.c5c3.services.neutron.MemoryNetworks;
import io.c5c3.services.neutron.Networks;
import io.c5c3.services.nova.Compute;
import io.c5c3.services.nova.HttpCompute;
import io.c5c3.services.nova.MemoryCompute;
import java.net.ConnectException;
import java.time.InstantSource;

/** The ways out of the cluster's API, all of them: the real ones, and those of a world in memory. */
public final class Connections {

    private static final int OK = 200;

    private Connections() {}

    public static Ports real() {
        return new Ports()
                .with(Sql.class, new MariaDbSql())
                .with(HttpProbe.class, new SocketProbe())
                .with(HttpPage.class, new SocketPage())
                .with(Broker.class, new RabbitBroker())
                .with(Store.class, new SocketStore())
                .with(Ovsdb.class, new SocketOvsdb())
                .with(Ceph.class, new MonitorCeph())
                .with(Identity.class, new KeystoneIdentity())
                .with(Compute.class, new HttpCompute())
                .with(Networks.class, new HttpNetworks())
                .with(Volumes.class, new CinderVolumes());
    }

    /** Everything answers, as it would on a good day; a test replaces what it wants to break. */
    public static Ports memory() {
        return new Ports()
                .with(Sql.class, new MemorySql())
                .with(HttpProbe.class, target -> OK)
                .with(HttpPage.class, target -> {
                    throw new ConnectException("no pod runs");
                })
                .with(Broker.class, new MemoryBroker())
                .with(Store.class, new MemoryStore())
                .with(Ovsdb.class, new MemoryOvsdb(InstantSource.system()))
                .with(Ceph.class, new MemoryCeph())
                .with(Identity.class, new MemoryIdentity())
                .with(Compute.class, new MemoryCompute())
                .with(Networks.class, new MemoryNetworks())
                .with(Volumes.class, new MemoryVolumes());
    }
}
