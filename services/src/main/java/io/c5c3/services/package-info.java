/** The OpenStack services: one package, one blueprint and one line in the catalogue each. */
@NullMarked
package io.c5c3.services;

import org.jspecify.annotations.NullMarked;
