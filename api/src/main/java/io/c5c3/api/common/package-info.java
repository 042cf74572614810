/** Pieces that several custom resources share. */
@NullMarked
package io.c5c3.api.common;

import org.jspecify.annotations.NullMarked;
