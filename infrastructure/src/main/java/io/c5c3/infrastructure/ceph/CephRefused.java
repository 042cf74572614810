package io.c5c3.infrastructure.ceph;

/** The cluster answered, and the answer was no. */
public final class CephRefused extends CephFailure {

    private static final long serialVersionUID = 1;
    private static final int NOT_PERMITTED = 1;
    private static final int NO_SUCH_THING = 2;
    private static final int NO_ACCESS = 13;

    private final int code;

    /** @param code the positive number of the error, as in errno.h */
    public CephRefused(int code, String message) {
        super(message + " (error " + code + ")");
        this.code = code;
    }

    public static CephRefused wrongKey(String user) {
        return new CephRefused(NO_ACCESS, "the cluster knows no " + user + " with this key");
    }

    /** The user is known, and may not do this. */
    public boolean isDenied() {
        return code == NO_ACCESS || code == NOT_PERMITTED;
    }

    public boolean isAbsent() {
        return code == NO_SUCH_THING;
    }
}
