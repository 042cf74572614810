/** Databases: the way to a server, and the step that gives a service its database. */
@NullMarked
package io.c5c3.infrastructure.sql;

import org.jspecify.annotations.NullMarked;
