package io.c5c3.api.common;

/** What happens to data (volumes, databases, keys) when the resource is deleted. */
public enum DeletionPolicy {
    /** It stays, and a resource of the same name finds it again. */
    Retain,

    /** It goes with the resource. */
    Delete
}
