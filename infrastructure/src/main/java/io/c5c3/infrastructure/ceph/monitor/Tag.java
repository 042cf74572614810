package io.c5c3.infrastructure.ceph.monitor;

/** What a frame is. */
final class Tag {

    static final int HELLO = 1;
    static final int AUTH_REQUEST = 2;
    static final int AUTH_BAD_METHOD = 3;
    static final int AUTH_REPLY_MORE = 4;
    static final int AUTH_REQUEST_MORE = 5;
    static final int AUTH_DONE = 6;
    static final int AUTH_SIGNATURE = 7;
    static final int CLIENT_IDENT = 8;
    static final int SERVER_IDENT = 9;
    static final int MESSAGE = 17;

    private Tag() {}
}
