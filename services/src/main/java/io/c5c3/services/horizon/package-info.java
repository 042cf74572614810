/** The dashboard. */
@NullMarked
package io.c5c3.services.horizon;

import org.jspecify.annotations.NullMarked;
