/** One Secret made of several. */
@NullMarked
package io.c5c3.controlplane.aggregate;

import org.jspecify.annotations.NullMarked;
