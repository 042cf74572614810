package io.c5c3.controlplane;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child that the plane made and no longer asks for.
 *
 * @param nova one that stays and may still ask this child, if there is one
 */
record Leaving(Class<? extends HasMetadata> kind, String name, Optional<String> nova) {

    /** Each before those it stands on: the table has it the other way round, and agents go before what they are agents of. */
    static final List<Class<? extends HasMetadata>> ORDER = Stream.concat(
                    List.of(OpenStackService.values()).reversed().stream()
                            .flatMap(service -> service == OpenStackService.NOVA
                                    ? Stream.of(NovaCompute.class, service.kind())
                                    : Stream.of(service.kind())),
                    Foundations.ALL.reversed().stream())
            .<Class<? extends HasMetadata>>map(kind -> kind)
            .toList();

    /** Those there are, in the order in which they go. */
    static List<Leaving> of(Cloud cloud, List<Part> staying, Facts facts) {
        var asked = staying.stream().map(part -> Ref.of(part.child())).collect(Collectors.toUnmodifiableSet());
        return ORDER.stream()
                .<Class<? extends HasMetadata>>map(kind -> cloud.face().kind(kind))
                .filter(facts::serves)
                .flatMap(kind -> made(kind, cloud, facts))
                .filter(child -> !asked.contains(Ref.of(child)))
                .map(child -> new Leaving(
                        child.getClass(),
                        child.getMetadata().getName(),
                        child instanceof Cortex && cloud.has(OpenStackService.NOVA)
                                ? Optional.of(OpenStackService.NOVA.id())
                                : Optional.empty()))
                .toList();
    }

    private static Stream<? extends HasMetadata> made(Class<? extends HasMetadata> kind, Cloud cloud, Facts facts) {
        return facts.all(kind).stream().filter(Owner.of(cloud.plane())::owns);
    }

    /** Why it has to stay for now, if so: without an answer, every new server would wait until Nova gives up on it. */
    Optional<Outcome> needed(Facts facts) {
        return nova.flatMap(user -> facts.neighbour(Nova.class, user))
                .filter(user -> asks(user.getSpec()) || !settled(user))
                .map(user -> Outcome.waiting(
                                "StillNeeded",
                                HasMetadata.getKind(kind) + "/" + name + " is no longer asked for and stays until "
                                        + Ref.of(user) + " has stopped asking it.")
                        .on(Ref.of(user)));
    }

    private boolean asks(Nova.Spec nova) {
        var asked = nova.scheduler().externalScheduler();
        return asked.enabled() && String.valueOf(asked.endpoint()).startsWith("http://" + name + ".");
    }

    /** Whether all schedulers run with what the resource says now. */
    private static boolean settled(CustomResource<?, ?> nova) {
        return Conditions.of(nova, "SchedulerReady")
                .filter(condition -> "True".equals(condition.getStatus()))
                .filter(condition -> Objects.equals(
                        condition.getObservedGeneration(), nova.getMetadata().getGeneration()))
                .isPresent();
    }
}
