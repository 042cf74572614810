/** The infrastructure kinds of the openstack.k8s.io group. */
@NullMarked
package io.c5c3.api.openstack;

import org.jspecify.annotations.NullMarked;
