/** The words a plan is written in. */
@NullMarked
package io.c5c3.engine.step;

import org.jspecify.annotations.NullMarked;
