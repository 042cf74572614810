/** The database server. */
@NullMarked
package io.c5c3.infrastructure.mariadb;

import org.jspecify.annotations.NullMarked;
