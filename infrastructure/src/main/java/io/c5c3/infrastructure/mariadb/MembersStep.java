package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which member takes the writes, and which is restarted next when they are to run something else. Every member could take writes; two that
 * do make transactions fail that touch the same rows, so clients are led to one. The one that has it keeps it for as long as it serves.
 */
record MembersStep(MariaDB mariadb, int size) implements Step {

    private static final String REVISION = "controller-revision-hash";

    @Override
    public Outcome run(Work work) {
        var set = work.find(StatefulSet.class, mariadb.getMetadata().getName());
        if (set.isEmpty()) {
            measure(work, 0, false);
            return nobody(work, List.of());
        }
        var members = new Membership(mariadb, size).of(set.get(), work);
        var serving = members.stream().filter(Membership::serves).toList();
        var writer = writer(work, set.get(), members, serving);
        next(set.get(), members, serving, writer).ifPresent(pod -> work.restart(pod, set.get()));
        measure(work, serving.size(), writer.isPresent());
        return writer.isPresent() ? serves(writer.get(), serving) : nobody(work, members);
    }

    private void measure(Work work, int serving, boolean written) {
        work.measure("members_wanted", size);
        work.measure("members_serving", serving);
        work.measure("writer", written ? 1 : 0);
    }

    /** Who takes the writes from now on: marked before the others lose the mark, so that there is always somebody. */
    private Optional<Pod> writer(Work work, StatefulSet set, List<Pod> members, List<Pod> serving) {
        // Whoever has the mark and may keep it comes first, also of two that have it because this was interrupted
        // before.
        var marked = serving.stream().filter(Membership::isMarked).toList();
        var after = marked.stream()
                .filter(pod -> !makesWay(pod, set, members, serving))
                .findFirst()
                .or(() -> serving.stream()
                        .filter(pod -> !isOld(pod, set))
                        .filter(pod -> !Membership.isMarked(pod))
                        .findFirst())
                .or(() -> marked.stream().findFirst())
                .or(() -> serving.stream().findFirst());
        after.filter(pod -> !Membership.isMarked(pod))
                .ifPresent(pod -> work.label(pod, set, Membership.ROLE, Membership.WRITER));
        after.ifPresent(chosen -> members.stream()
                .filter(pod -> Membership.isMarked(pod) && !named(pod, chosen))
                .forEach(pod -> work.label(pod, set, Membership.ROLE, null)));
        return after;
    }

    /** Whether it is the last that still runs what was wanted before, so that it is its turn. */
    private boolean makesWay(Pod pod, StatefulSet set, List<Pod> members, List<Pod> serving) {
        return serving.size() == size
                && isOld(pod, set)
                && members.stream().filter(other -> isOld(other, set)).count() == 1;
    }

    /**
     * Who is restarted now, if anybody: one at a time while all others serve, the one that takes the writes last. One that does not serve
     * loses nothing by it, and one that was alone until now cannot be joined by the others before.
     */
    private Optional<Pod> next(StatefulSet set, List<Pod> members, List<Pod> serving, Optional<Pod> writer) {
        var old = members.stream()
                .filter(pod -> isOld(pod, set) && pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
        var useless = old.stream()
                .filter(pod -> !Membership.serves(pod) || isAlone(pod))
                .findFirst();
        if (useless.isPresent()) {
            return useless;
        }
        if (serving.size() < size) {
            return Optional.empty();
        }
        var turn = new ArrayList<>(old);
        turn.removeIf(pod -> writer.filter(other -> named(other, pod)).isPresent());
        return turn.isEmpty() ? Optional.empty() : Optional.of(turn.getLast());
    }

    private static boolean isOld(Pod pod, StatefulSet set) {
        var labels = pod.getMetadata().getLabels();
        return Optional.of(set)
                .filter(found -> found.getStatus() != null)
                .map(found -> found.getStatus().getUpdateRevision())
                .filter(revision -> labels != null
                        && labels.containsKey(REVISION)
                        && !Objects.equals(revision, labels.get(REVISION)))
                .isPresent();
    }

    private static boolean isAlone(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .noneMatch(container -> ServerWorkload.HERALD.equals(container.getName()));
    }

    private static boolean named(Pod one, Pod other) {
        return one.getMetadata().getName().equals(other.getMetadata().getName());
    }

    private Outcome serves(Pod writer, List<Pod> serving) {
        var name = writer.getMetadata().getName();
        return Outcome.done(
                        "WriterServes",
                        "Pod/" + name + " takes the writes, and " + serving.size() + " of " + size + " members serve.")
                .found("writer", name)
                .found("members", serving.size());
    }

    private Outcome nobody(Work work, List<Pod> members) {
        var trouble = PodTrouble.worst(members);
        var absent = size - members.size();
        var words = new StringBuilder("No member serves. ");
        trouble.ifPresentOrElse(
                problem -> words.append(problem.message()),
                () -> words.append(absent > 0 ? absent + " of " + size + " pods are not there yet." : asking(members)));
        return Outcome.waiting(
                        trouble.map(PodTrouble::reason).orElse("NoMemberServes"),
                        words
                                + " Nobody begins before every member was asked how far it came; a member that is gone"
                                + " for good is given up by deleting its PersistentVolumeClaim and its pod.")
                .on(Ref.of(
                        StatefulSet.class,
                        work.namespace(),
                        mariadb.getMetadata().getName()))
                .found("writer", null)
                .found("members", 0);
    }

    private static String asking(List<Pod> members) {
        return members.stream()
                        .map(pod -> "Pod/" + pod.getMetadata().getName() + " is "
                                + (pod.getStatus() == null || pod.getStatus().getPhase() == null
                                        ? "not started"
                                        : pod.getStatus().getPhase()))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
