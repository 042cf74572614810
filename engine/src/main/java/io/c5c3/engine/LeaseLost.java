package io.c5c3.engine;

/** Another process may lead by now: nothing more is sent, on any port, and the look ends without a word about it. */
public final class LeaseLost extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LeaseLost() {
        super("This process does not lead any more, so it sends nothing");
    }
}
