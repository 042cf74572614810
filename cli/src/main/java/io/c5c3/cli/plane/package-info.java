/** A control plane and all that belongs to it, as a person looks at it: states, causes, and the order of events. */
@NullMarked
package io.c5c3.cli.plane;

import org.jspecify.annotations.NullMarked;
