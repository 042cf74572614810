/** Asking a server whether it answers. */
@NullMarked
package io.c5c3.engine.http;

import org.jspecify.annotations.NullMarked;
