package io.c5c3.api.common;

/** What happens to data (volumes, databases, keys) when the resource is deleted. */
public enum DeletionPolicy {
    Retain,
    Delete
}
