/** The resource a person applies to get a cloud. */
@NullMarked
package io.c5c3.api.controlplane;

import org.jspecify.annotations.NullMarked;
