package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings Nova's own list of cells in line with the resource's, side by side: what a new cell stands on is made and the cell entered; a cell
 * that left the resource is taken out, and keeps its conductors until that is done.
 *
 * @param entering by name, what there is to do for a cell
 * @param leaving by name, what takes a cell out
 */
record CellsStep(Nova nova, Map<String, Step> entering, Map<String, Step> leaving) implements Step {

    CellsStep {
        entering = Collections.unmodifiableMap(new LinkedHashMap<>(entering));
        leaving = Collections.unmodifiableMap(new LinkedHashMap<>(leaving));
    }

    @Override
    public Outcome run(Work work) throws Exception {
        var outcomes = new LinkedHashMap<String, Outcome>();
        var outcome = new TogetherStep(steps().entrySet().stream()
                        .<Step>map(entry -> new Noted(entry.getKey(), entry.getValue(), outcomes))
                        .toList())
                .run(work);
        var reports = new ArrayList<CellReport>();
        outcomes.forEach((name, how) -> {
            var nodes = CellReport.computeNodes(nova, name);
            if (entering.containsKey(name)) {
                reports.add(new CellReport(name, how.succeeded() ? "Ready" : "NotReady", nodes));
            } else if (!how.succeeded()) {
                reports.add(new CellReport(name, CellReport.REMOVING, nodes));
            }
        });
        var told = outcome instanceof Outcome.Done done
                ? new Outcome.Done(
                        "CellsMapped",
                        "Nova knows the cells " + String.join(", ", entering.keySet()) + ".",
                        done.again(),
                        done.found())
                : outcome;
        return told.found(CellReport.found(reports));
    }

    private Map<String, Step> steps() {
        var all = new LinkedHashMap<>(entering);
        all.putAll(leaving);
        return all;
    }

    @Override
    public List<HasMetadata> objects() {
        return steps().values().stream()
                .flatMap(step -> step.objects().stream())
                .toList();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        var all = new ArrayList<Ref>();
        steps().values().forEach(step -> all.addAll(step.intends(namespace)));
        for (var cell : leaving.keySet()) {
            var prefix = nova.getMetadata().getName() + "-" + cell;
            all.add(Ref.of(Deployment.class, namespace, prefix + "-conductor"));
            for (var kind : ConsoleKind.values()) {
                all.add(Ref.of(Deployment.class, namespace, prefix + "-" + kind.proxy()));
                all.add(Ref.of(Service.class, namespace, prefix + "-" + kind.proxy()));
            }
            all.add(Ref.of(Secret.class, namespace, DatabaseStep.connectionSecret(prefix)));
            all.add(Ref.of(Secret.class, namespace, MessagingStep.connectionSecret(prefix)));
            all.add(Ref.of(Secret.class, namespace, prefix + "-db-credentials"));
            all.add(Ref.of(Secret.class, namespace, prefix + "-rabbitmq-credentials"));
        }
        return all;
    }

    @Override
    public Outcome teardown(Work work) throws Exception {
        return new TogetherStep(List.copyOf(entering.values())).teardown(work);
    }

    /** A step that notes how it went for its cell. */
    private record Noted(String cell, Step step, Map<String, Outcome> outcomes) implements Step {
        @Override
        public Outcome run(Work work) throws Exception {
            var outcome = step.run(work);
            outcomes.put(cell, outcome);
            return outcome;
        }
    }
}
