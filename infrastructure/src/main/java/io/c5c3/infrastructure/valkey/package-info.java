/** A key-value store: servers of our own, one of which is the primary, or those of SAP's operator. */
@NullMarked
package io.c5c3.infrastructure.valkey;

import org.jspecify.annotations.NullMarked;
