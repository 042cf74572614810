/** The identity service. */
@NullMarked
package io.c5c3.api.keystone;

import org.jspecify.annotations.NullMarked;
