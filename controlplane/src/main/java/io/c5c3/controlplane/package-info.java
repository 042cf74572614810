/** The plane: one resource that becomes a cloud. */
@NullMarked
package io.c5c3.controlplane;

import org.jspecify.annotations.NullMarked;
