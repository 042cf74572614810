/** The way from a person's browser or terminal to the console of a guest. */
@NullMarked
package io.c5c3.cli.console;

import org.jspecify.annotations.NullMarked;
