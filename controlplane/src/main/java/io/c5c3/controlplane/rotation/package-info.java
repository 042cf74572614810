/** When credentials are to be rotated, and how that goes. */
@NullMarked
package io.c5c3.controlplane.rotation;

import org.jspecify.annotations.NullMarked;
