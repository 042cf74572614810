/** Small records of other projects' resources: only the fields we write or read, so that server-side apply sends just those. */
@NullMarked
package io.c5c3.api.foreign;

import org.jspecify.annotations.NullMarked;
