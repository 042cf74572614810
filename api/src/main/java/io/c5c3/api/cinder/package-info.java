/** The volume service. */
@NullMarked
package io.c5c3.api.cinder;

import org.jspecify.annotations.NullMarked;
