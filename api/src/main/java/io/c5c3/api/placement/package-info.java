/** The identity service. */
@NullMarked
package io.c5c3.api.placement;

import org.jspecify.annotations.NullMarked;
