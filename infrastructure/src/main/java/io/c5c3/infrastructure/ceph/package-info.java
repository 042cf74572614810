/** Block storage: a Ceph cluster of somebody else's, of Rook's, or a small one of our own. */
@NullMarked
package io.c5c3.infrastructure.ceph;

import org.jspecify.annotations.NullMarked;
