package io.c5c3.engine.step;

import io.c5c3.api.common.Dependency;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Conditions of other resources that must hold first, as a person wrote them in {@code dependsOn}.
 *
 * @param kinds the kinds that may be named
 */
public record DependenciesStep(List<Dependency> dependencies, Set<Class<? extends HasMetadata>> kinds) implements Step {

    public DependenciesStep {
        kinds = Set.copyOf(kinds);
    }

    @Override
    public Outcome run(Work work) {
        for (var dependency : dependencies) {
            var named = kinds.stream()
                    .filter(kind -> HasMetadata.getKind(kind).equals(dependency.kind())
                            && (dependency.group() == null || dependency.group().equals(HasMetadata.getGroup(kind))))
                    .toList();
            if (named.size() != 1) {
                return unknown(dependency, named);
            }
            var kind = named.getFirst();
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

    private Outcome unknown(Dependency dependency, List<Class<? extends HasMetadata>> named) {
        return named.isEmpty()
                ? Outcome.mistake(
                        "UnknownDependency",
                        "dependsOn names the kind " + dependency.kind()
                                + (dependency.group() == null ? "" : " of " + dependency.group()) + "; write one of "
                                + names(kinds.stream().map(HasMetadata::getKind)) + ".")
                : Outcome.mistake(
                        "AmbiguousDependency",
                        "dependsOn names the kind " + dependency.kind() + ", which several groups have; write the group"
                                + " beside it, one of " + names(named.stream().map(HasMetadata::getGroup)) + ".");
    }

    private static String names(Stream<String> names) {
        return names.distinct().sorted().collect(Collectors.joining(", "));
    }
}
