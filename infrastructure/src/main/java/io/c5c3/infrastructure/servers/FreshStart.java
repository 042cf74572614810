package io.c5c3.infrastructure.servers;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import java.util.Optional;

/**
 * The way back to servers that have a password which nobody knows any more: a backup of the cluster that is older than the password was
 * restored, or all Secrets that held it are lost. When their pod starts, servers take the password from the Secret that it mounts. So the
 * pod is started anew, once for each password; what was begun is written down before it is done.
 *
 * @param set the StatefulSet of the servers
 * @param secret that their pods mount
 * @param journal where it is written down
 * @param all whether each has to take the password by itself; else what the first takes over, the others have too
 */
public record FreshStart(String set, String secret, String journal, boolean all) {

    /** On the journal: the version of the Secret and the pod that is to go for it. */
    private static final String STARTED_FOR = "c5c3.io/started-for";

    /** What is waited for; nothing if the pod has been started with this password, and that did not help. */
    public Optional<Outcome> take(Work work) {
        var pod = pod();
        var wanted = work.find(Secret.class, secret).map(FreshStart::version).orElse("");
        var held = work.find(Secret.class, journal);
        var there = work.find(Pod.class, pod);
        if (there.isEmpty() || held.isEmpty() || there.get().getMetadata().getDeletionTimestamp() != null) {
            return Optional.of(waiting(work));
        }
        var before = notes(held.get()).getOrDefault(STARTED_FOR, "").split(" ");
        var uid = there.get().getMetadata().getUid();
        if (!before[0].equals(wanted)) {
            work.replace(held.get()
                    .edit()
                    .editMetadata()
                    .addToAnnotations(STARTED_FOR, wanted + " " + uid)
                    .endMetadata()
                    .build());
        } else if (!before[before.length - 1].equals(uid)) {
            return ready(there.get()) ? Optional.empty() : Optional.of(waiting(work));
        }
        work.find(StatefulSet.class, set).ifPresent(found -> {
            if (all) {
                work.restartAll(
                        StatefulSet.class, set, found.getSpec().getSelector().getMatchLabels());
            } else {
                work.restart(there.get(), found);
            }
        });
        return Optional.of(waiting(work));
    }

    /** The first, which tells of all. */
    public String pod() {
        return set + "-0";
    }

    private Outcome waiting(Work work) {
        var pod = pod();
        return Outcome.waiting(
                        "PasswordBeingSet",
                        "The server has a password that is written down nowhere, so "
                                + (all ? "all pods of StatefulSet/" + set + " are" : "Pod/" + pod + " is")
                                + " started anew: at its start a server takes the one of Secret/" + secret + ".")
                .on(Ref.of(Pod.class, work.namespace(), pod));
    }

    private static boolean ready(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    private static String version(Secret secret) {
        return secret.getMetadata().getUid() + "/" + secret.getMetadata().getResourceVersion();
    }

    private static Map<String, String> notes(Secret secret) {
        var annotations = secret.getMetadata().getAnnotations();
        return annotations == null ? Map.of() : annotations;
    }
}
