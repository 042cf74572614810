package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.RouteStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Recurring;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What there is to do for a Nova, piece by piece; the blueprint says in which order. */
record NovaParts(Nova nova, ApiSteps steps, NovaPods pods, NovaTasks tasks, List<NovaCell> cells, Facts facts) {

    private Connections connections() {
        return new Connections(steps.name());
    }

    ServiceMessaging messaging() {
        return new ServiceMessaging(
                steps.name(), nova.getSpec().messaging(), nova.getSpec().deletionPolicy());
    }

    List<SecretsStep.Input> inputs() {
        var inputs = new ArrayList<>(pods.users().inputs());
        inputs.add(messaging().input());
        inputs.addAll(pods.secret().inputs());
        return inputs;
    }

    Step metadataSecret() {
        return pods.secret().step();
    }

    private Optional<NovaCell> sharing() {
        return cells.stream().filter(NovaCell::shared).findFirst();
    }

    /** The databases of the service and their tables; also those of a cell that shares its login. */
    Step database() {
        var names = nova.getSpec().database();
        var sequence = new ArrayList<Step>(List.of(
                new SecretsStep(List.of(steps.database().input())),
                database(names.apiDatabase(), connections().api(), apiFillers()),
                database(
                        names.cellDatabase(),
                        connections().cell0(),
                        Set.of(tasks.databaseSync().name()))));
        var syncs = new ArrayList<Step>(List.of(sync(tasks.databaseSync().job())));
        sharing().ifPresent(cell -> {
            sequence.add(database(
                    cell.databaseName(),
                    cell.databaseConnection(),
                    Set.of(tasks.cellSync(cell).name())));
            syncs.add(sync(tasks.cellSync(cell).job()));
        });
        sequence.add(new TogetherStep(syncs));
        return new SequenceStep(sequence);
    }

    /** Which cells there are stands in the service's own database. */
    private Set<String> apiFillers() {
        var fillers = new HashSet<>(Set.of(tasks.databaseSync().name()));
        cells.forEach(cell -> fillers.add(tasks.mapping(cell).name()));
        return fillers;
    }

    private Step database(String name, String connection, Set<String> filledBy) {
        return new DatabaseStep(
                nova.getSpec().database().named(name),
                name,
                steps.database().credentials(),
                connection,
                filledBy,
                Set.of(),
                nova.getSpec().deletionPolicy());
    }

    private static Step sync(Job job) {
        return new TaskStep("DBSync", "DatabaseSynced", job, Set.of());
    }

    Step mappedCells() {
        var entering = new LinkedHashMap<String, Step>();
        for (var cell : cells) {
            var sequence = new ArrayList<>(cell.foundation(tasks.cellSync(cell).name()));
            if (!cell.shared()) {
                sequence.add(sync(tasks.cellSync(cell).job()));
            }
            sequence.add(new TaskStep(
                    "CellMapping", "CellMapped", tasks.mapping(cell).job(), cell.connections()));
            entering.put(cell.name(), new SequenceStep(sequence));
        }
        var leaving = new LinkedHashMap<String, Step>();
        for (var cell : CellReport.leaving(nova, cells)) {
            leaving.put(
                    cell,
                    new TaskStep(
                            "CellRemoval", "CellRemoved", tasks.removal(cell).job(), Set.of()));
        }
        return new CellsStep(nova, entering, leaving);
    }

    /** The Secrets that every part reads when it starts. */
    private Set<String> common() {
        var secrets = new HashSet<>(pods.users().all());
        steps.cache().secret().ifPresent(secrets::add);
        return secrets;
    }

    /** Those that parts of the whole Nova read; they also know all cells by heart. */
    Set<String> secrets() {
        var secrets = common();
        secrets.addAll(
                List.of(connections().api(), connections().cell0(), messaging().secret()));
        cells.forEach(cell -> secrets.addAll(cell.connections()));
        return secrets;
    }

    Step scheduler() {
        var wish = nova.getSpec().scheduler();
        return workload("scheduler", wish.replicas(), pods.scheduler(), secrets());
    }

    Step conductor() {
        var database = sharing()
                .map(NovaCell::databaseConnection)
                .orElseGet(() -> connections().cell0());
        var all = new ArrayList<Step>();
        all.add(workload("conductor", nova.getSpec().conductor().replicas(), pods.conductor(database), secrets()));
        cells.stream().filter(cell -> !cell.shared()).forEach(cell -> {
            var secrets = common();
            secrets.addAll(cell.connections());
            all.add(workload(
                    cell.name() + "-conductor", cell.cell().conductor().replicas(), pods.conductor(cell), secrets));
        });
        return new TogetherStep(all);
    }

    private Step workload(String part, int replicas, Deployment deployment, Collection<String> secrets) {
        if (replicas == 0) {
            return new SequenceStep(
                    new WorkloadStep(deployment, List.of(), Set.copyOf(secrets)),
                    new VerdictStep(
                            Outcome.waiting("NoReplicas", part + ".replicas: 0 asks for no pods, so nobody works.")));
        }
        return new WorkloadStep(
                deployment, budget(deployment.getMetadata().getName(), part, replicas), Set.copyOf(secrets));
    }

    private List<HasMetadata> budget(String name, String part, int replicas) {
        return ApiScaling.fixed(name, steps.pods().labels(part), steps.pods().selector(part), replicas)
                .disruptionBudget();
    }

    Step metadata() {
        var secrets = secrets();
        secrets.add(pods.secret().secret());
        var front = pods.metadataFront();
        var beside = new ArrayList<HasMetadata>(List.of(front.service()));
        beside.addAll(budget(front.name(), "metadata", nova.getSpec().metadata().replicas()));
        return new WorkloadStep(pods.metadata(), beside, secrets);
    }

    Step consoles(ConsoleKind kind) {
        if (!kind.wish(nova.getSpec()).enabled()) {
            return new VerdictStep(Outcome.skipped("The resource asks for no " + kind.proxy() + "."));
        }
        return new TogetherStep(cells.stream()
                .map(cell -> consoles(new Consoles(nova, cell, kind)))
                .toList());
    }

    private Step consoles(Consoles consoles) {
        var secrets = common();
        secrets.addAll(consoles.cell().connections());
        consoles.certificate().secret().ifPresent(secrets::add);
        var front = consoles.front();
        var beside = new ArrayList<HasMetadata>(List.of(front.service()));
        beside.addAll(consoles.networkPolicy());
        beside.addAll(budget(front.name(), consoles.part(), consoles.wish().replicas()));
        var all = new ArrayList<Step>(List.of(
                consoles.certificate().step(facts), new WorkloadStep(pods.consoles(consoles), beside, secrets)));
        if (!front.ingress().isEmpty()) {
            all.add(new ObjectsStep(front.ingress(), "IngressApplied", "An Ingress leads to the consoles."));
        }
        if (!front.route().isEmpty()) {
            all.add(new RouteStep(front.route()));
        }
        return new SequenceStep(all);
    }

    Step hypervisors(ServiceLogin login) {
        return new HypervisorsStep(nova, cells, ServiceAccess.of("Nova", steps, login));
    }

    Step migrations() {
        return new TaskStep(
                "DataMigration", "DataMigrated", tasks.onlineMigrations(cells).job(), Set.of());
    }

    Step purge() {
        return Recurring.of(nova.getSpec().purge())
                .step(tasks.purge(), "PurgeScheduled", "removes rows of deleted guests");
    }
}
