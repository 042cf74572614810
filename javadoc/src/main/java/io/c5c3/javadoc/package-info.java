/** What the compiler does besides compiling. */
@NullMarked
package io.c5c3.javadoc;

import org.jspecify.annotations.NullMarked;
