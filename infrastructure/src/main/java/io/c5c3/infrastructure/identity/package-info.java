/** Keystone as a client sees it: users, roles, application credentials, and the catalogue of services. */
@NullMarked
package io.c5c3.infrastructure.identity;

import org.jspecify.annotations.NullMarked;
