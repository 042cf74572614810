/** The operator program. */
@NullMarked
package io.c5c3.app;

import org.jspecify.annotations.NullMarked;
