package io.c5c3.api.catalogue;

/** What a service stands on, besides other services. A plane makes it, with a login of the service's own, before the service. */
public enum Need {
    /** A database in the plane's MariaDB. */
    Database,

    /** A virtual host in the plane's RabbitMQ. */
    Queue,

    /** The plane's Memcached. */
    Cache,

    /** A pool in the plane's Ceph, where it has one. */
    Pool,

    /** The plane's OVN. */
    Network
}
