package io.c5c3.infrastructure.identity;

import java.util.Map;

/** Keystone answered, and the answer was no. */
public final class IdentityRefused extends IdentityFailure {

    private static final long serialVersionUID = 1;

    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;

    private static final Map<Integer, String> WORDS = Map.of(
            BAD_REQUEST,
            "it takes the request for a mistake",
            UNAUTHORIZED,
            "it does not know this login, or it has been switched off",
            FORBIDDEN,
            "the login may not do this",
            NOT_FOUND,
            "there is no such thing",
            CONFLICT,
            "there is one of that name already");

    private final int status;

    /** @param request method and path */
    public IdentityRefused(int status, String request) {
        super(WORDS.getOrDefault(status, "it refused") + " (" + request + ", status " + status + ")");
        this.status = status;
    }

    /** The door stays shut: a wrong password, a user or a project that is switched off, no role in the project. */
    public boolean isLogin() {
        return status == UNAUTHORIZED;
    }

    public boolean isMissing() {
        return status == NOT_FOUND;
    }

    /** The request makes no sense as things are; many a service says so of what is still in use. */
    public boolean isMistake() {
        return status == BAD_REQUEST;
    }
}
