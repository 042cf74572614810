/** The identity service. */
@NullMarked
package io.c5c3.api.neutron;

import org.jspecify.annotations.NullMarked;
