/** Blueprints give plans, plans are made of steps, steps give outcomes; everything a person reads is derived from those. */
@NullMarked
package io.c5c3.engine;

import org.jspecify.annotations.NullMarked;
