/** A real Kubernetes on this machine: pinned Go modules and Debian packages, started, healed and removed without a trace. */
@NullMarked
package io.c5c3.local;

import org.jspecify.annotations.NullMarked;
