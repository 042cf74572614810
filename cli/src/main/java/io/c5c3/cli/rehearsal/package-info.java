/** A cluster that is none: enough of one to do everything once that commands do. */
@NullMarked
package io.c5c3.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
