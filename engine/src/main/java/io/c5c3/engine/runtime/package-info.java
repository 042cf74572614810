/** The running operator: the only package that knows JOSDK. */
@NullMarked
package io.c5c3.engine.runtime;

import org.jspecify.annotations.NullMarked;
