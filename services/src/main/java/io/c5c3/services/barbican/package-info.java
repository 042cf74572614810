/** The key manager. */
@NullMarked
package io.c5c3.services.barbican;

import org.jspecify.annotations.NullMarked;
