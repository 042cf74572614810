/** What there is to know of each OpenStack service, as data. */
@NullMarked
package io.c5c3.api.catalogue;

import org.jspecify.annotations.NullMarked;
