package io.c5c3.api.catalogue;

/** What the user of a service may do in OpenStack. */
public enum Role {
    /** Enough to check the tokens of others, and to be believed when acting for a user. */
    service,

    /** Needed by those who touch what belongs to users without a token of theirs. */
    admin,

    /** For those who only look. */
    reader
}
