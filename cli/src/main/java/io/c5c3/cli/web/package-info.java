/** Ways from this machine to pages that the cluster serves. */
@NullMarked
package io.c5c3.cli.web;

import org.jspecify.annotations.NullMarked;
