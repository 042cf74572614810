/** The message queue: its servers, the way to them, and the step that gives a service its virtual host. */
@NullMarked
package io.c5c3.infrastructure.rabbitmq;

import org.jspecify.annotations.NullMarked;
