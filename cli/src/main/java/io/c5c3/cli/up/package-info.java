/** From nothing to a working cloud: the steps of {@code up}, and what they tell at the end. */
@NullMarked
package io.c5c3.cli.up;

import org.jspecify.annotations.NullMarked;
