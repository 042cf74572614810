/** The agents that run guests on hypervisors: libvirt, and nova-compute, which tells it what to do. */
@NullMarked
package io.c5c3.node.compute;

import org.jspecify.annotations.NullMarked;
