/** The identity service. */
@NullMarked
package io.c5c3.api.nova;

import org.jspecify.annotations.NullMarked;
