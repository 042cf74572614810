/** The volume service. */
@NullMarked
package io.c5c3.services.cinder;

import org.jspecify.annotations.NullMarked;
