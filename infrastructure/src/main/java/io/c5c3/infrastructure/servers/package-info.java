/** What all groups of servers that run as a StatefulSet have in common. */
@NullMarked
package io.c5c3.infrastructure.servers;

import org.jspecify.annotations.NullMarked;
