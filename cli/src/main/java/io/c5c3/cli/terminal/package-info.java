/** What a person sees: text with colours, columns, trees, and progress that is redrawn or printed as lines. */
@NullMarked
package io.c5c3.cli.terminal;

import org.jspecify.annotations.NullMarked;
