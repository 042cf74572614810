/** OpenStack's own tests: a run that is asked for and followed, and the reports that runs left. */
@NullMarked
package io.c5c3.cli.tempest;

import org.jspecify.annotations.NullMarked;
