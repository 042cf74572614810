package io.c5c3.engine.cluster;

/**
 * How a namespace stands to an operator, by what an administrator has said of it.
 *
 * @param privileged whether pods may have rights there that reach beyond their own container
 * @param ending whether it is being deleted, with everything in it
 */
public record Standing(State state, boolean privileged, boolean ending) {

    /** Whether anything can be read and written there. */
    public enum State {
        /** Everything that is read comes from caches that are filled. */
        OPEN,
        /** It is known to be enrolled, or not known yet; a watch event will tell. */
        FILLING,
        /** Nobody has enrolled it, so nothing is read there but the custom resources themselves. */
        NOT_ENROLLED,
        /** It is said to be enrolled, and the API server refuses: the RoleBindings are missing. */
        NO_RIGHTS
    }

    public boolean open() {
        return state == State.OPEN;
    }

    /** Whether only an administrator can help. */
    public boolean closed() {
        return state == State.NOT_ENROLLED || state == State.NO_RIGHTS;
    }
}
