package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.services.ServiceAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks Nova itself which of its parts report for work, and counts the hypervisors of each cell. That there are none is no fault of the
 * control plane; that a cell names agents which do not exist is.
 */
record HypervisorsStep(Nova nova, List<NovaCell> cells, ServiceAccess access) implements Step {

    /** Nova itself takes a minute to miss somebody. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    /** While agents are on their way, somebody is watching. */
    private static final Duration WHILE_FEW = Duration.ofSeconds(5);

    @Override
    public Outcome run(Work work) {
        return access.ask(work, Compute.class, (nova, door) -> report(work, nova.roll(door)));
    }

    private Outcome report(Work work, Compute.Roll roll) {
        var reports = new ArrayList<CellReport>();
        Optional<Outcome> problem = missing(roll);
        var few = false;
        for (var cell : cells) {
            var agents = agents(work, cell);
            var count = count(work, cell, roll);
            var named = cell.cell().computeRef();
            if (named != null
                    && agents.stream()
                            .noneMatch(agent ->
                                    named.name().equals(agent.getMetadata().getName()))) {
                problem = problem.or(() -> Optional.of(unknown(work, cell, named.name())));
                reports.add(new CellReport(cell.name(), "WaitingForCompute", count));
            } else {
                reports.add(new CellReport(cell.name(), "Ready", count));
            }
            few |= named != null && count == 0;
        }
        var total = reports.stream().mapToInt(CellReport::computeNodes).sum();
        var again = few ? WHILE_FEW : WHILE_WELL;
        return problem.orElseGet(() -> Outcome.done(
                                "ServicesUp",
                                "Scheduler and conductors report for work; hypervisors that can be given guests: "
                                        + total + ".")
                        .again(again))
                .found(CellReport.found(reports));
    }

    /** A part that has pods and is not heard of: they run, but do not get through to the queue or the database. */
    private Optional<Outcome> missing(Compute.Roll roll) {
        var wanted = new ArrayList<String>();
        if (nova.getSpec().scheduler().replicas() > 0) {
            wanted.add("nova-scheduler");
        }
        if (nova.getSpec().conductor().replicas() > 0) {
            wanted.add("nova-conductor");
        }
        wanted.removeIf(roll::has);
        return wanted.isEmpty()
                ? Optional.empty()
                : Optional.of(Outcome.waiting(
                                "WaitingForServices",
                                "Nova has not heard of " + String.join(" and ", wanted) + " in the last minute.")
                        .retry(WHILE_FEW));
    }

    private static Outcome unknown(Work work, NovaCell cell, String name) {
        var ref = Ref.of(NovaCompute.class, work.namespace(), name);
        return work.find(NovaCompute.class, name).isPresent()
                ? Outcome.mistake(
                        "ComputeInOtherCell",
                        ref + ", which cell " + cell.name() + " names as computeRef, is for another cell: write cell: "
                                + cell.name() + " there, or take the computeRef out.")
                : Outcome.waiting(
                                "WaitingForCompute",
                                "Cell " + cell.name() + " names " + ref
                                        + " as computeRef, which does not exist: create it, or take the computeRef out.")
                        .on(ref);
    }

    private List<NovaCompute> agents(Work work, NovaCell cell) {
        return work.all(NovaCompute.class).stream()
                .filter(agent -> agent.getSpec().cell().equals(cell.name()))
                .filter(agent -> agent.getSpec().novaRef() == null
                        || agent.getSpec()
                                .novaRef()
                                .name()
                                .equals(nova.getMetadata().getName()))
                .toList();
    }

    /** Nova does not say which cell a host is in; with several cells, those who put the agents there do. */
    private int count(Work work, NovaCell cell, Compute.Roll roll) {
        if (cells.size() == 1) {
            return roll.hosts().size();
        }
        var known = hosts(agents(work, cell));
        return (int) roll.hosts().stream().filter(known::contains).count();
    }

    private static Set<String> hosts(List<NovaCompute> agents) {
        var hosts = new HashSet<String>();
        for (var agent : agents) {
            var status = agent.getStatus();
            var nodes = status == null ? null : status.nodes();
            if (nodes != null) {
                nodes.stream()
                        .map(NovaCompute.Node::name)
                        .filter(name -> name != null)
                        .forEach(hosts::add);
            }
        }
        return hosts;
    }
}
