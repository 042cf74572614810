/** What services stand on. */
@NullMarked
package io.c5c3.infrastructure;

import org.jspecify.annotations.NullMarked;
