/** The identity service. */
@NullMarked
package io.c5c3.services.keystone;

import org.jspecify.annotations.NullMarked;
