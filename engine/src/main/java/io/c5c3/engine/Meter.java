package io.c5c3.engine;

import java.time.Duration;

/** Where the engine reports what it did; the operator turns it into metrics. */
public interface Meter {

    /** A step has run. */
    void step(String operator, String condition, Duration took, Outcome outcome);

    /** A figure a step reported. */
    void measure(String operator, Ref resource, String name, double value);

    Meter NONE = new Meter() {
        @Override
        public void step(String operator, String condition, Duration took, Outcome outcome) {}

        @Override
        public void measure(String operator, Ref resource, String name, double value) {}
    };
}
