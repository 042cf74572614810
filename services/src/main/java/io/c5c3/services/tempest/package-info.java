/** The tests of a running cloud. */
@NullMarked
package io.c5c3.services.tempest;

import org.jspecify.annotations.NullMarked;
