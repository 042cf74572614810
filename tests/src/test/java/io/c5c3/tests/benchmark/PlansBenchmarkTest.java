package io.c5c3.tests.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Plan;
import io.c5c3.tests.Kinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long it takes to render the sample of every kind into the objects it becomes. Prints figures and judges none. */
@Tag("benchmark")
class PlansBenchmarkTest {

    private static final int WARM_UP = 200;
    private static final int MEASURED = 100;
    private static final double NANOS_PER_MICRO = 1000;

    private final SampleFacts facts = new SampleFacts();

    /** Of one kind: the median of all runs, which a pause of the machine does not move. */
    private record Figure(String kind, double micros, int steps, int objects) {}

    @Test
    void theWholeCatalogueIsRendered() {
        var figures = Kinds.once().map(this::measured).toList();
        System.out.printf(Locale.ROOT, "%nPlans, rendered to objects (median of %d, warm)%n", MEASURED);
        System.out.printf(Locale.ROOT, "%-14s %10s %6s %8s%n", "kind", "us/plan", "steps", "objects");
        figures.forEach(PlansBenchmarkTest::print);
        print(new Figure(
                "all " + figures.size(),
                figures.stream().mapToDouble(Figure::micros).sum(),
                figures.stream().mapToInt(Figure::steps).sum(),
                figures.stream().mapToInt(Figure::objects).sum()));
        assertThat(figures).allSatisfy(figure -> assertThat(figure.steps()).isPositive());
    }

    private static void print(Figure figure) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %10.0f %6d %8d%n",
                figure.kind(),
                figure.micros(),
                figure.steps(),
                figure.objects());
    }

    private <R extends CustomResource<?, ?>> Figure measured(Blueprint<R> blueprint) {
        var resource = facts.all(blueprint.kind()).getFirst();
        var rendered = 0;
        for (var run = 0; run < WARM_UP; run++) {
            rendered += objects(blueprint.plan(resource, facts)).size();
        }
        var nanos = new long[MEASURED];
        for (var run = 0; run < MEASURED; run++) {
            var start = System.nanoTime();
            rendered += objects(blueprint.plan(resource, facts)).size();
            nanos[run] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return new Figure(
                HasMetadata.getKind(blueprint.kind()),
                nanos[MEASURED / 2] / NANOS_PER_MICRO,
                blueprint.plan(resource, facts).entries().size(),
                rendered / (WARM_UP + MEASURED));
    }

    private static List<HasMetadata> objects(Plan plan) {
        return plan.entries().stream()
                .flatMap(entry -> entry.step().objects().stream())
                .toList();
    }
}
