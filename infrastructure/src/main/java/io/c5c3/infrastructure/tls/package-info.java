/** Certificates for what listens. */
@NullMarked
package io.c5c3.infrastructure.tls;

import org.jspecify.annotations.NullMarked;
