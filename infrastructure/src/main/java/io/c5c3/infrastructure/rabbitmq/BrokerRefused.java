package io.c5c3.infrastructure.rabbitmq;

/** The server answered, and the answer was no. */
public final class BrokerRefused extends BrokerFailure {

    private static final long serialVersionUID = 1;

    private static final int BAD_REQUEST = 400;

    private final boolean wrongPassword;
    private final boolean mistake;

    private BrokerRefused(String message, boolean wrongPassword, boolean mistake) {
        super(message);
        this.wrongPassword = wrongPassword;
        this.mistake = mistake;
    }

    public static BrokerRefused wrongPassword() {
        return new BrokerRefused("the server knows no such user with this password", true, false);
    }

    public static BrokerRefused noSuchVhost() {
        return new BrokerRefused("the virtual host does not exist, or the user has no access to it", false, false);
    }

    /** For any other reason; the code is the status or the reply code of the protocol in question. */
    public static BrokerRefused because(String what, int code) {
        return new BrokerRefused(what + " (code " + code + ")", false, code == BAD_REQUEST);
    }

    /** The request makes no sense as things are; so servers say of what is there in another way. */
    boolean isMistake() {
        return mistake;
    }

    public boolean isWrongPassword() {
        return wrongPassword;
    }
}
