/** What runs on the nodes that carry guests, and looks after them. */
@NullMarked
package io.c5c3.node;

import org.jspecify.annotations.NullMarked;
