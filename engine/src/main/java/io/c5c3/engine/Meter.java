package io.c5c3.engine;

import java.time.Duration;
import java.util.Map;

/** Where the engine reports what it did; the operator turns it into metrics. */
public interface Meter {

    /** A step has run. */
    void step(String operator, String condition, Duration took, Outcome outcome);

    /** The figures that the steps of a look reported: all there are of this resource from now on. */
    void figures(String operator, Ref resource, Map<String, Double> figures);

    /** How a resource stands after a look. */
    void stands(Ref resource, ResourceState state);

    Meter NONE = new Meter() {
        @Override
        public void step(String operator, String condition, Duration took, Outcome outcome) {}

        @Override
        public void figures(String operator, Ref resource, Map<String, Double> figures) {}

        @Override
        public void stands(Ref resource, ResourceState state) {}
    };
}
