/** The running operator: who leads, what is looked at next, and when. */
@NullMarked
package io.c5c3.engine.runtime;

import org.jspecify.annotations.NullMarked;
