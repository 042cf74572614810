/** What an engineer on call is told of a plane: alerts, with what to do about each, and dashboards of the same figures. */
@NullMarked
package io.c5c3.controlplane.monitoring;

import org.jspecify.annotations.NullMarked;
