/** A cluster in memory with just enough controllers to come alive: for tests of whole pipelines and for the rehearsal at image build. */
@NullMarked
package io.c5c3.engine.simulation;

import org.jspecify.annotations.NullMarked;
