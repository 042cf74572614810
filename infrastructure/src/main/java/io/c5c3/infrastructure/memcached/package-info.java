/** The cache. */
@NullMarked
package io.c5c3.infrastructure.memcached;

import org.jspecify.annotations.NullMarked;
