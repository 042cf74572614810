/** Heat: what templates describe, made and cleared away together. */
@NullMarked
package io.c5c3.services.heat;

import org.jspecify.annotations.NullMarked;
