package io.c5c3.engine;

/** Another process may lead by now: nothing more is sent, on any port, and the look ends without a word about it. */
public final class Deposed extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Deposed() {
        super("This process does not lead any more, so it sends nothing");
    }
}
