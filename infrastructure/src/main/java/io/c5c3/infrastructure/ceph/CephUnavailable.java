package io.c5c3.infrastructure.ceph;

/** No monitor could be reached, or none that has a quorum; later one may answer. */
public final class CephUnavailable extends CephFailure {

    private static final long serialVersionUID = 1;

    public CephUnavailable(String message) {
        super(message);
    }
}
