package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.Map;

/** Says in the status what has come true: the last of a {@link SequenceStep}, whose other steps say how it went. */
public record ReportStep(String condition, Map<String, Object> fields) implements Step {

    public ReportStep {
        fields = Map.copyOf(fields);
    }

    @Override
    public Outcome run(Work work) {
        fields.forEach(work::status);
        return Outcome.skipped("Reported.");
    }
}
