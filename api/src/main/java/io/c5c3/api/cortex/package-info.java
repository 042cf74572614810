/** The scheduler that decides for others. */
@NullMarked
package io.c5c3.api.cortex;

import org.jspecify.annotations.NullMarked;
