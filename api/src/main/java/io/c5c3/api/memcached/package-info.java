/** The cache. */
@NullMarked
package io.c5c3.api.memcached;

import org.jspecify.annotations.NullMarked;
