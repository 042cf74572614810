/** Configuration text from values: equal input renders equal bytes. */
@NullMarked
package io.c5c3.engine.render;

import org.jspecify.annotations.NullMarked;
