package io.c5c3.infrastructure.rabbitmq;

/** The server answered, and the answer was no. */
public final class BrokerRefused extends BrokerFailure {

    private static final long serialVersionUID = 1;

    private final boolean wrongPassword;

    private BrokerRefused(String message, boolean wrongPassword) {
        super(message);
        this.wrongPassword = wrongPassword;
    }

    public static BrokerRefused wrongPassword() {
        return new BrokerRefused("the server knows no such user with this password", true);
    }

    public static BrokerRefused noSuchVhost() {
        return new BrokerRefused("the virtual host does not exist, or the user has no access to it", false);
    }

    /** For any other reason; the code is the status or the reply code of the protocol in question. */
    public static BrokerRefused because(String what, int code) {
        return new BrokerRefused(what + " (code " + code + ")", false);
    }

    public boolean isWrongPassword() {
        return wrongPassword;
    }
}
