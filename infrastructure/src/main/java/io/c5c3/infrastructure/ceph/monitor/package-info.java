/**
 * Talks to a Ceph monitor in its own protocol (msgr2.1, encrypted, with cephx), as the kernel's and every other client does. A monitor has
 * no other door that is always there, and a pod that runs the command line for each question would cost more than the answer.
 */
@NullMarked
package io.c5c3.infrastructure.ceph.monitor;

import org.jspecify.annotations.NullMarked;
