/** Kubernetes objects from values; pure. */
@NullMarked
package io.c5c3.engine.kube;

import org.jspecify.annotations.NullMarked;
