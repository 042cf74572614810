package io.c5c3.api.common;

/** A service that logs in to Keystone by an application credential of its own. */
public interface LogsIn {

    // Where that is, its type says.
    KeystoneAuth keystone();
}
