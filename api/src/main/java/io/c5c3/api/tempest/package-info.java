/** The tests of a running cloud. */
@NullMarked
package io.c5c3.api.tempest;

import org.jspecify.annotations.NullMarked;
