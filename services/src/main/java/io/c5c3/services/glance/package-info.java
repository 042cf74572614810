/** The image service. */
@NullMarked
package io.c5c3.services.glance;

import org.jspecify.annotations.NullMarked;
