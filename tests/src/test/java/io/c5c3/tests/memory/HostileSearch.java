package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Tries many changes at once, and halves of them where something objects, since that may hide what the others would do. */
final class HostileSearch {

    private final HostileTrial<?> trial;
    private final String usual;
    private final List<String> faults = new ArrayList<>();
    private int changes;
    private int trials;

    HostileSearch(HostileTrial<?> trial) {
        this.trial = trial;
        var untouched = trial.of(List.of());
        assertThat(untouched.fault()).as("without any change").isEmpty();
        this.usual = untouched.standing();
    }

    List<String> faults() {
        return List.copyOf(faults);
    }

    void in(List<Change> together) {
        changes += together.size();
        split(together);
    }

    private void split(List<Change> together) {
        trials++;
        var result = trial.of(together);
        if (result.fault().isEmpty() && result.standing().equals(usual)) {
            return;
        }
        var before = faults.size();
        if (together.size() > 1) {
            split(together.subList(0, together.size() / 2));
            split(together.subList(together.size() / 2, together.size()));
        }
        if (faults.size() == before) {
            result.fault().ifPresent(fault -> faults.add(together + ": " + fault));
        }
    }

    @Override
    public String toString() {
        return changes + " changes in " + trials + " trials, " + faults.size() + " faults";
    }
}
