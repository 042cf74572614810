/** The port through which steps see and change a cluster, with a live and an in-memory side. */
@NullMarked
package io.c5c3.engine.cluster;

import org.jspecify.annotations.NullMarked;
