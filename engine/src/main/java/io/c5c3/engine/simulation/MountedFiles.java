package io.c5c3.engine.simulation;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.http.HttpPage;
import io.c5c3.engine.http.HttpProbe;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of Secrets in pods, and the servers that show some of them. Kubelets bring a change at once, but for pods that are held back. */
public final class MountedFiles implements HttpPage {

    private final MemoryCluster cluster;
    private final Map<String, Map<String, Secret>> heldBack = new HashMap<>();
    private final Set<String> silent = new HashSet<>();

    MountedFiles(MemoryCluster cluster) {
        this.cluster = cluster;
    }

    /** Until it is released, the pod has its files as they are now. */
    public void holdBack(String pod) {
        var secrets = new HashMap<String, Secret>();
        cluster.list(Secret.class, Simulation.NAMESPACE, Map.of())
                .forEach(secret -> secrets.put(secret.getMetadata().getName(), secret));
        heldBack.put(pod, secrets);
    }

    /** Until it is released, the pod answers nobody. */
    public void silence(String pod) {
        silent.add(pod);
    }

    public void release(String pod) {
        heldBack.remove(pod);
        silent.remove(pod);
    }

    @Override
    public String read(HttpProbe.Target target) throws IOException {
        for (var pod : cluster.list(Pod.class, "", Map.of())) {
            var file = shown(pod, target.path());
            if (file.isPresent() && target.address().equals(pod.getStatus().getPodIP())) {
                return content(pod, file.get());
            }
        }
        throw new ConnectException("Connection refused");
    }

    /** The file that the command of its server shows under a path. */
    private static Optional<String> shown(Pod pod, String path) {
        var route = Pattern.compile(Pattern.quote("^" + path + "$ file:filename=") + "([^,]+),.*");
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> container.getCommand().stream())
                .map(route::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
    }

    private String content(Pod pod, String file) throws IOException {
        var name = pod.getMetadata().getName();
        if (silent.contains(name)) {
            throw new ConnectException("Connection refused");
        }
        var folder = file.substring(0, file.lastIndexOf('/'));
        var volume = pod.getSpec().getContainers().getFirst().getVolumeMounts().stream()
                .filter(mount -> mount.getMountPath().equals(folder))
                .findFirst()
                .orElseThrow(() -> new ProtocolException("nothing is mounted at " + folder))
                .getName();
        var secret = pod.getSpec().getVolumes().stream()
                .filter(there -> there.getName().equals(volume))
                .findFirst()
                .orElseThrow()
                .getSecret()
                .getSecretName();
        var there = heldBack.containsKey(name)
                ? Optional.ofNullable(heldBack.get(name).get(secret))
                : cluster.find(Secret.class, pod.getMetadata().getNamespace(), secret);
        return there.map(found -> SecretText.decoded(found.getData()).get(file.substring(folder.length() + 1)))
                .orElseThrow(() -> new ProtocolException("it answers with status 500"));
    }
}
