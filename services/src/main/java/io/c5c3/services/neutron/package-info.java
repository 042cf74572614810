/** The network service. */
@NullMarked
package io.c5c3.services.neutron;

import org.jspecify.annotations.NullMarked;
