package io.c5c3.engine.step;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodReadiness;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Servers with volumes, of which it is written down once they run that they have begun. From then on their volumes may not be empty:
 * Kubernetes gives a new one to every pod that lacks its own, and servers would set themselves up on it as if on their first day. Their
 * scripts refuse that while the record is there (see {@link FoundingFiles}); this step says so, and what to do.
 *
 * @param servers what runs them
 * @param set the StatefulSet, by whose name they are written down
 * @param claims the volumes of all its pods
 * @param copies whether each volume holds the same: then one that is lost is filled from the others
 * @param restore what a person does to have the data back, as a clause
 * @param anew what goes along with the data if they begin with nothing
 * @param deleted whether deleting the resource deletes the data
 */
public record FoundedStep(
        Step servers, String set, List<String> claims, boolean copies, String restore, Anew anew, boolean deleted)
        implements Step {

    public FoundedStep {
        claims = List.copyOf(claims);
    }

    @Override
    public List<HasMetadata> objects() {
        return servers.objects();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return servers.intends(namespace);
    }

    @Override
    public Outcome run(Work work) throws Exception {
        var begun = Founding.begun(work, work.owner(), set);
        if (begun.isPresent()) {
            var gone = gone(work, begun.get());
            if (gone.isPresent()) {
                var lost = Founding.lost(work, set, begun.get(), gone.get(), restore, () -> anew.prepare(work));
                if (lost.isPresent()) {
                    return lost.get();
                }
                // Pods that have refused would be tried again later and later.
                restart(work, set, claims, FoundedStep::refuses);
            }
        }
        var outcome = servers.run(work);
        if (outcome.succeeded()) {
            var held = held(work, Founding.begun(work, work.owner(), set));
            if (!held.isEmpty()) {
                Founding.begin(work, set, held);
            }
        }
        return outcome;
    }

    /**
     * The volumes that hold something: those of servers that run, and those that did before and are away for now. A StatefulSet counts pods
     * as ready for a while that are gone; what is about to go holds nothing.
     */
    private Map<String, String> held(Work work, Optional<Founding.Begun> begun) {
        var before = new TreeMap<>(begun.map(Founding.Begun::parts).orElse(Map.of()));
        var pods = pods(work);
        var held = new TreeMap<String, String>();
        for (var claim : claims) {
            var there = work.find(PersistentVolumeClaim.class, claim)
                    .map(PersistentVolumeClaim::getMetadata)
                    .filter(found -> found.getDeletionTimestamp() == null);
            if (ready(pods.get(pod(claim))) && there.isPresent()) {
                held.put(claim, there.get().getUid());
            } else {
                Optional.ofNullable(before.get(claim)).ifPresent(uid -> held.put(claim, uid));
            }
        }
        return held;
    }

    /**
     * Takes the volumes away, since nothing on them can be read any more, and lets the servers begin with others. What becomes of what was
     * on them is up to the class of the volumes.
     */
    public static void discard(Work work, String set, List<String> claims) {
        claims.forEach(claim -> work.deleteOwn(PersistentVolumeClaim.class, claim));
        Founding.forget(work, set);
        restart(work, set, claims, pod -> true);
    }

    private static void restart(Work work, String set, List<String> claims, Predicate<Pod> which) {
        work.find(StatefulSet.class, set)
                .ifPresent(there -> pods(work, set, claims).values().stream()
                        .filter(which)
                        .forEach(pod -> work.restart(pod, there)));
    }

    /** What is gone, if data is. A pod that is ready has its data, whatever became of the claim it once had. */
    private Optional<String> gone(Work work, Founding.Begun begun) {
        var pods = pods(work);
        var there = volumes(work);
        var without = begun.parts().keySet().stream()
                .filter(claim -> work.find(PersistentVolumeClaim.class, claim).isEmpty())
                .filter(claim -> !ready(pods.get(pod(claim))))
                .toList();
        if (!begun.parts().isEmpty()
                && (copies ? without.size() == begun.parts().size() : !without.isEmpty())) {
            return Optional.of("The data of StatefulSet/" + set + ", begun at " + begun.at() + ", is gone: "
                    + without.stream()
                            .map(claim -> "PersistentVolumeClaim/" + claim)
                            .collect(Collectors.joining(", "))
                    + (without.size() == 1 ? " does not exist" : " do not exist") + ".");
        }
        var refusing = pods.values().stream().filter(FoundedStep::refuses).toList();
        if (refusing.isEmpty() || (copies && pods.values().stream().anyMatch(pod -> mayHold(pod, begun, there)))) {
            return Optional.empty();
        }
        return Optional.of("The data of StatefulSet/" + set + ", begun at " + begun.at() + ", is gone: the volume of "
                + refusing.stream().map(pod -> Ref.of(pod).toString()).collect(Collectors.joining(", "))
                + (refusing.size() == 1 ? " is empty." : " are empty."));
    }

    /** Whether this pod may have what the others lack: it runs, or it has not said yet that its volume is empty. */
    private boolean mayHold(Pod pod, Founding.Begun begun, Map<String, String> there) {
        if (ready(pod)) {
            return true;
        }
        var claim = claims.stream()
                .filter(name -> pod(name).equals(pod.getMetadata().getName()))
                .findFirst()
                .orElse("");
        return !refuses(pod)
                && there.containsKey(claim)
                && there.get(claim).equals(begun.parts().get(claim));
    }

    private Map<String, String> volumes(Work work) {
        var volumes = new TreeMap<String, String>();
        claims.forEach(claim -> work.find(PersistentVolumeClaim.class, claim)
                .ifPresent(found -> volumes.put(claim, found.getMetadata().getUid())));
        return volumes;
    }

    private Map<String, Pod> pods(Work work) {
        return pods(work, set, claims);
    }

    private static Map<String, Pod> pods(Work work, String set, List<String> claims) {
        var pods = new TreeMap<String, Pod>();
        claims.stream()
                .map(claim -> pod(set, claim))
                .forEach(name -> work.find(Pod.class, name).ifPresent(pod -> pods.put(name, pod)));
        return pods;
    }

    private String pod(String claim) {
        return pod(set, claim);
    }

    /** A claim is named after its volume in the template and its pod. */
    private static String pod(String set, String claim) {
        return claim.substring(claim.lastIndexOf(set + "-"));
    }

    private static boolean ready(@Nullable Pod pod) {
        return pod != null && PodReadiness.isReady(pod);
    }

    private static boolean refuses(Pod pod) {
        return !ready(pod) && PodTrouble.endedWith(pod, FoundingFiles.REFUSAL);
    }

    @Override
    public Outcome teardown(Work work) throws Exception {
        var outcome = servers.teardown(work);
        if (deleted && outcome.succeeded()) {
            Founding.forget(work, set);
        }
        return outcome;
    }
}
