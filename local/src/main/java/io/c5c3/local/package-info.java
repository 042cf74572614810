/**
 * A real Kubernetes on this machine: pinned Go modules and Debian packages, started, healed and removed without a trace.
 *
 * <p>{@link io.c5c3.local.LocalCluster} is the way in. A full cluster is one {@code Node}: a set of kernel namespaces in which all
 * its programs live, joined to the machine by one {@code Cable}. Killing the node's first process is therefore enough to end
 * every process, mount, interface and packet filter of the cluster; what remains are its control groups and one folder of files.
 * Which programs run is read from the kernel's process table ({@code ProcessTable}) and nowhere else.
 */
@NullMarked
package io.c5c3.local;

import org.jspecify.annotations.NullMarked;
