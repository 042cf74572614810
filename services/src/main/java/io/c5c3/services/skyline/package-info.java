/** The newer dashboard. */
@NullMarked
package io.c5c3.services.skyline;

import org.jspecify.annotations.NullMarked;
