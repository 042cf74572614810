/** Operating systems for the servers of a cloud. */
@NullMarked
package io.c5c3.cli.guest;

import org.jspecify.annotations.NullMarked;
