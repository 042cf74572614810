/** The Kubernetes a command works on: which one it is, what it can do, and how objects get there. */
@NullMarked
package io.c5c3.cli.cluster;

import org.jspecify.annotations.NullMarked;
