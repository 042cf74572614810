package io.c5c3.engine.step;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.Dependency;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Conditions of other resources that must hold first, as a person wrote them in {@code dependsOn}.
 *
 * @param kinds the kinds that may be named, of whichever group
 */
public record DependenciesStep(List<Dependency> dependencies, Set<Class<? extends HasMetadata>> kinds) implements Step {

    public DependenciesStep {
        kinds = kinds.stream().<Class<? extends HasMetadata>>map(Twins::first).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Outcome run(Work work) {
        for (var dependency : dependencies) {
            var named = Twins.with(kinds).stream()
                    .filter(kind -> HasMetadata.getKind(kind).equals(dependency.kind())
                            && (dependency.group() == null || dependency.group().equals(HasMetadata.getGroup(kind))))
                    .toList();
            if (named.stream().map(Twins::first).distinct().count() != 1) {
                return unknown(dependency, named);
            }
            Optional<HasMetadata> there = named.stream()
                    .<HasMetadata>flatMap(kind -> work.find(kind, dependency.name()).stream())
                    .min(Facts.AGE);
            var ref = there.map(Ref::of).orElseGet(() -> Ref.of(first(named), work.namespace(), dependency.name()));
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

    /** The one to wait for while there is neither. */
    private static Class<? extends HasMetadata> first(List<Class<? extends HasMetadata>> named) {
        return named.contains(Twins.first(named.getFirst())) ? Twins.first(named.getFirst()) : named.getFirst();
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
