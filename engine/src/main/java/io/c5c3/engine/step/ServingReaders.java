package io.c5c3.engine.step;

import io.c5c3.engine.Recently;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.engine.http.HttpPage;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.kube.LivePods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pods that read the keys while they run, and serve HTTP. A kubelet brings a changed Secret to a pod when it next looks at the pod, which may take a minute; a changed
 * annotation makes it look at once. Nothing restarts. When the pod has the keys it says so itself: a kubelet changes all files of a Secret
 * at once, so a pod that shows the mark of a ring has all keys of that ring.
 *
 * @param type fernet or credential
 * @param labels of the pods
 * @param port they serve
 * @param host the name in their certificate
 * @param certificate with encryption, the Secret whose ca.crt signed it
 */
public record ServingReaders(
        String type, Map<String, String> labels, int port, String host, Optional<String> certificate)
        implements KeyReaders {

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** Those that may be serving, ready or not. Others read the keys when they start. */
    private static final Set<String> SERVING = Set.of("Running");

    private static final Duration REMEMBERED = Duration.ofDays(1);

    /** The file of the mark, in the folder where the Secret is mounted. */
    public static String markIn(String folder) {
        return folder + "/" + KeyRing.MARK;
    }

    /** Where a pod shows the mark of the ring that it has. */
    public static String page(String type) {
        return "/c5c3/keys/" + type;
    }

    /** Marks the pods that started with older keys. */
    @Override
    public Optional<Instant> nudge(Work work, KeyRingSecret ring) {
        if (ring.rotations() == 0) {
            return Optional.empty();
        }
        var late = false;
        for (var pod : work.labelled(Pod.class, labels)) {
            if (mountsOlder(pod, ring)) {
                late |= !marked(work, pod, ring.revision());
            }
        }
        return late ? Optional.of(work.now().plus(SOON)) : Optional.empty();
    }

    /** Once all pods have had the keys nobody is asked again: those that come later start with them. */
    @Override
    public Optional<Lag> stillBehind(Work work, KeyRingSecret ring) {
        var subject =
                "keys " + work.namespace() + "/" + ring.secret().getMetadata().getName();
        var recently = work.port(Recently.class);
        if (ring.rotations() == 0
                || recently.holds(subject, ring.revision(), work.now(), REMEMBERED)
                        .isPresent()) {
            return Optional.empty();
        }
        var lag = behind(work, ring);
        if (lag.isEmpty()) {
            recently.checked(subject, ring.revision(), work.now());
        }
        return lag;
    }

    @Override
    public Optional<Lag> behind(Work work, KeyRingSecret ring) {
        var old = new ArrayList<String>();
        var silent = Optional.<String>empty();
        for (var pod : LivePods.in(work, labels, SERVING)) {
            try {
                if (!work.port(HttpPage.class).read(target(work, pod)).equals(ring.revision())) {
                    old.add(pod.getMetadata().getName());
                }
            } catch (IOException e) {
                silent = Optional.of("Pod/" + pod.getMetadata().getName() + " does not say which keys it has ("
                        + e.getMessage() + ")");
                // One is enough to wait for, and to be held up by in this look.
                break;
            }
        }
        var words = new ArrayList<String>();
        if (!old.isEmpty()) {
            words.add(Lag.older(old));
        }
        silent.ifPresent(words::add);
        return words.isEmpty() ? Optional.empty() : Optional.of(Lag.of(String.join("; ", words), work, ring));
    }

    private HttpProbe.Target target(Work work, Pod pod) throws IOException {
        var address = pod.getStatus().getPodIP();
        if (address == null || address.isBlank()) {
            throw new IOException("it has no address");
        }
        return new HttpProbe.Target(
                address,
                port,
                host,
                page(type),
                certificate.isPresent(),
                certificate.flatMap(secret -> SecretText.value(work, secret, "ca.crt")));
    }

    private boolean mountsOlder(Pod pod, KeyRingSecret ring) {
        var metadata = pod.getMetadata();
        var started = Instant.parse(metadata.getCreationTimestamp());
        var seen = metadata.getAnnotations() == null
                ? null
                : metadata.getAnnotations().get(annotation());
        return metadata.getDeletionTimestamp() == null
                && !started.isAfter(ring.rotatedAt())
                && !ring.revision().equals(seen);
    }

    private boolean marked(Work work, Pod pod, String revision) {
        try {
            work.annotate(pod, annotation(), revision);
            return true;
        } catch (KubernetesClientException e) {
            // It has just changed or gone; either way the next look knows better.
            if (e.getCode() == CONFLICT || e.getCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private String annotation() {
        return "c5c3.io/" + type + "-keys-revision";
    }
}
