package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ.QueueType;
import io.c5c3.engine.Records;
import java.util.Set;

/**
 * What the operators ask of a message server. Every call opens a connection of its own and closes it: looks are rare, and a connection
 * kept open would be one more thing that can go stale.
 */
public interface Broker {

    /** The virtual host of the operators' own, where the servers keep who made what on them. */
    String RECORDS = "c5c3";

    /** Who made which virtual host and which user; only the administrator may know. */
    Records<BrokerFailure> records(BrokerLogin admin) throws BrokerFailure;

    /** What the server says it is. */
    String version(BrokerLogin admin) throws BrokerFailure;

    /** Those of the named servers (pods) that do not run in the cluster of the one that answers. */
    Set<String> absent(BrokerLogin admin, Set<String> servers) throws BrokerFailure;

    /** Returns if the user may log in and use the virtual host, by the protocol the services themselves speak. */
    void verify(BrokerLogin user, String vhost) throws BrokerFailure;

    boolean hasVhost(BrokerLogin admin, String vhost) throws BrokerFailure;

    boolean hasUser(BrokerLogin admin, String user) throws BrokerFailure;

    /** Whether somebody is in as this user, on any of the servers. */
    boolean isConnected(BrokerLogin admin, String user) throws BrokerFailure;

    /** Makes the virtual host unless it is there; queues in it that do not say what they are get this type. */
    void ensureVhost(BrokerLogin admin, String vhost, QueueType queues) throws BrokerFailure;

    /** Makes the user unless it is there, sees to it that this is its password, and gives it the virtual host. */
    void ensureUser(BrokerLogin admin, String user, String password, String vhost) throws BrokerFailure;

    /** Gives the administrator another password. */
    void changePassword(BrokerLogin admin, String password) throws BrokerFailure;

    /** Deletes the virtual host with all its queues. */
    void deleteVhost(BrokerLogin admin, String vhost) throws BrokerFailure;

    void deleteUser(BrokerLogin admin, String user) throws BrokerFailure;
}
