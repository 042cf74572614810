/** The virtual network below Neutron. */
@NullMarked
package io.c5c3.api.ovn;

import org.jspecify.annotations.NullMarked;
