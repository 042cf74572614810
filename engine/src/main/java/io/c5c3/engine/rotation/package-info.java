/** Logins that are replaced by others while everything goes on: two names in turn, since no server knows a second password. */
@NullMarked
package io.c5c3.engine.rotation;

import org.jspecify.annotations.NullMarked;
