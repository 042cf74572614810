package io.c5c3.engine.step;

import io.c5c3.api.common.Dependency;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Conditions of other resources that must hold first, as a person wrote them in {@code dependsOn}.
 *
 * @param kinds the kinds that may be named, by name
 */
public record DependenciesStep(
        String condition, List<Dependency> dependencies, Map<String, Class<? extends HasMetadata>> kinds)
        implements Step {

    @Override
    public Outcome run(Work work) {
        for (var dependency : dependencies) {
            var kind = kinds.get(dependency.kind());
            if (kind == null) {
                return Outcome.mistake(
                        "UnknownDependency",
                        "dependsOn names the kind " + dependency.kind() + "; write one of "
                                + String.join(", ", new TreeSet<>(kinds.keySet())) + ".");
            }
            var ref = Ref.of(kind, work.namespace(), dependency.name());
            var there = work.find(kind, dependency.name());
            if (there.isEmpty()) {
                return Outcome.waiting("DependencyNotMet", ref + " does not exist.")
                        .on(ref);
            }
            var state = Conditions.of(there.get(), dependency.condition());
            if (state.isEmpty() || !"True".equals(state.get().getStatus())) {
                return Outcome.waiting(
                                "DependencyNotMet",
                                ref + " has not reached " + dependency.condition()
                                        + state.map(condition -> ": " + condition.getMessage())
                                                .orElse("."))
                        .on(ref);
            }
        }
        return dependencies.isEmpty()
                ? Outcome.skipped("The resource names no dependencies.")
                : Outcome.done("DependenciesMet", "All " + dependencies.size() + " dependencies are met.");
    }
}
