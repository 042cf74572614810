/** The virtual network: its databases, its nodes, and how others reach it. */
@NullMarked
package io.c5c3.infrastructure.ovn;

import org.jspecify.annotations.NullMarked;
