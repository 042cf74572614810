/** From the folders of images/ to archives that a container runtime can load: built when stale, kept in the cache. */
@NullMarked
package io.c5c3.local.image;

import org.jspecify.annotations.NullMarked;
