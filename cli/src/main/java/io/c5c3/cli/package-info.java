/** The command a person uses: one class for each thing it can be asked. */
@NullMarked
package io.c5c3.cli;

import org.jspecify.annotations.NullMarked;
