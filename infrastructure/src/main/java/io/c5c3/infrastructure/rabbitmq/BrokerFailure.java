package io.c5c3.infrastructure.rabbitmq;

/** What went wrong with a server, in words that are safe to show: what the server itself said stays out of here. */
public abstract sealed class BrokerFailure extends Exception permits BrokerUnavailable, BrokerRefused {

    private static final long serialVersionUID = 1;

    BrokerFailure(String message) {
        super(message);
    }
}
