package io.c5c3.infrastructure.ceph;

/** What went wrong with a Ceph cluster, in words that are safe to show. */
public abstract sealed class CephFailure extends Exception permits CephUnavailable, CephRefused {

    private static final long serialVersionUID = 1;

    CephFailure(String message) {
        super(message);
    }
}
