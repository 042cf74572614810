/** The identity service. */
@NullMarked
package io.c5c3.api.glance;

import org.jspecify.annotations.NullMarked;
