package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Meter;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a person writes into a field that the definition admits: the resource can be read, it says how it stands, and it can be
 * deleted. The neighbours are there and ready, so that the steps come as far as they can.
 */
class HostileSpecMemoryTest {

    private static final int LOOKS = 2;

    /** With -Dhostile=12 every text in every field, which takes minutes. A plane hands on to its children what they are tried with. */
    private static final int PER_FIELD = Integer.getInteger("hostile", 3);

    private static final String FINALIZER = "c5c3.io/simulation";

    static Stream<Blueprint<?>> blueprints() {
        return Catalogue.all().stream();
    }

    @ParameterizedTest
    @MethodSource("blueprints")
    void whateverTheSpecSaysThereIsAConditionAndDeletionEnds(Blueprint<?> blueprint) {
        var trial = new Trial<>(blueprint);
        var faults = new ArrayList<String>();
        var plane = "ControlPlane".equals(HasMetadata.getKind(blueprint.kind()));
        for (var change : HostileValues.of(blueprint.kind(), plane ? 1 : PER_FIELD)) {
            trial.of(change).ifPresent(fault -> faults.add(change + ": " + fault));
        }
        assertThat(faults).isEmpty();
    }

    /** One kind, in a namespace in which everything else is ready. */
    private static final class Trial<R extends CustomResource<?, ?>> {

        private final Plane plane = new Plane();
        private final Blueprint<R> blueprint;
        private final Reconciliation<R> reconciliation;
        private final ObjectNode sample;
        private final Ref ref;

        Trial(Blueprint<R> blueprint) {
            this.blueprint = blueprint;
            this.reconciliation = new Reconciliation<>(
                    blueprint, plane.simulation.cluster(), plane.ports, plane.simulation.clock(), Meter.NONE);
            var file = Repository.file(
                    "samples/" + HasMetadata.getKind(blueprint.kind()).toLowerCase(Locale.ROOT) + ".yaml");
            this.sample = Json.MAPPER.valueToTree(Examples.in(file).getFirst());
            sample.withObject("/metadata")
                    .put("namespace", Simulation.NAMESPACE)
                    .putArray("finalizers")
                    .add(FINALIZER);
            if (!"ControlPlane".equals(HasMetadata.getKind(blueprint.kind()))) {
                SamplesMemoryTest.addAll(plane);
            }
            this.ref = Ref.of(
                    blueprint.kind(),
                    Simulation.NAMESPACE,
                    sample.at("/metadata/name").asText());
        }

        /** What went wrong, if anything did. */
        Optional<String> of(HostileValues.Change change) {
            plane.simulation.cluster().take(ref);
            find().ifPresent(left -> release());
            var changed = sample.deepCopy();
            changed.set("spec", change.in(sample.path("spec")));
            try {
                plane.simulation.cluster().put(Json.KUBERNETES.convertValue(changed, blueprint.kind()));
            } catch (RuntimeException e) {
                return Optional.of("cannot be read: " + e);
            }
            try {
                for (var look = 0; look < LOOKS; look++) {
                    reconciliation.reconcile(find().orElseThrow());
                }
                return explained().or(this::deleted);
            } catch (RuntimeException | StackOverflowError e) {
                return Optional.of(e + " at "
                        + List.of(e.getStackTrace()).subList(0, Math.min(4, e.getStackTrace().length)));
            }
        }

        private Optional<String> explained() {
            var there = find().orElseThrow();
            return Conditions.of(there, Conditions.READY)
                            .filter(ready -> ready.getObservedGeneration()
                                    .equals(there.getMetadata().getGeneration()))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of("has no condition");
        }

        private Optional<String> deleted() {
            plane.simulation.cluster().take(ref);
            for (var look = 0; look < LOOKS; look++) {
                if (reconciliation.cleanup(find().orElseThrow()).settled()) {
                    return Optional.empty();
                }
                plane.simulation.clock().advance(Duration.ofMinutes(11));
            }
            return Optional.of("is not deleted: " + Conditions.of(find().orElseThrow(), Conditions.READY));
        }

        private Optional<R> find() {
            return plane.simulation.cluster().find(blueprint.kind(), ref.namespace(), ref.name());
        }

        private void release() {
            plane.simulation
                    .cluster()
                    .edit(blueprint.kind(), ref.namespace(), ref.name(), found -> found.removeFinalizer(FINALIZER));
        }
    }
}
