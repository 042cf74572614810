/** The compute service. */
@NullMarked
package io.c5c3.services.nova;

import org.jspecify.annotations.NullMarked;
