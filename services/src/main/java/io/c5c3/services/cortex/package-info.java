/** The scheduler that decides for others. */
@NullMarked
package io.c5c3.services.cortex;

import org.jspecify.annotations.NullMarked;
