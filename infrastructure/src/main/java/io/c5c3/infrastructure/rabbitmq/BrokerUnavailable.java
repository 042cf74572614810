package io.c5c3.infrastructure.rabbitmq;

/** The server could not be reached, or is not up yet; later it may answer. */
public final class BrokerUnavailable extends BrokerFailure {

    private static final long serialVersionUID = 1;

    public BrokerUnavailable(String message) {
        super(message);
    }
}
