/** What the plane tells Keystone of its services: where they are, and who they log in as. */
@NullMarked
package io.c5c3.controlplane.catalogue;

import org.jspecify.annotations.NullMarked;
