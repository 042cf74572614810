/** A server booted end to end, to see that a cloud works. */
@NullMarked
package io.c5c3.cli.demo;

import org.jspecify.annotations.NullMarked;
