/** The placement service. */
@NullMarked
package io.c5c3.services.placement;

import org.jspecify.annotations.NullMarked;
