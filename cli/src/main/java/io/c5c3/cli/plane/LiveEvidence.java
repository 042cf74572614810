package io.c5c3.cli.plane;

import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.engine.kube.LastWords;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cluster says right now; each question is asked once. */
public final class LiveEvidence implements Evidence {
    private static final int LINES = 6;

    /** The cause stands above what servers say while they leave. */
    private static final int READ = 100;

    private final KubernetesClient client;
    private final LoadableImages images;
    private final String namespace;
    private final List<Observed> resources;
    private final List<HasMetadata> workloads;
    private final List<Pod> pods;
    private final List<Event> warnings;

    private LiveEvidence(KubernetesClient client, Kinds kinds, String namespace, LoadableImages images) {
        this.client = client;
        this.images = images;
        this.namespace = namespace;
        this.resources = Inventory.list(kinds, Optional.of(namespace));
        this.workloads = Stream.<List<? extends HasMetadata>>of(
                        client.apps()
                                .deployments()
                                .inNamespace(namespace)
                                .list()
                                .getItems(),
                        client.apps()
                                .statefulSets()
                                .inNamespace(namespace)
                                .list()
                                .getItems(),
                        client.apps().daemonSets().inNamespace(namespace).list().getItems(),
                        client.batch().v1().jobs().inNamespace(namespace).list().getItems())
                .<HasMetadata>flatMap(List::stream)
                .toList();
        this.pods = client.pods().inNamespace(namespace).list().getItems();
        this.warnings = client.v1()
                .events()
                .inNamespace(namespace)
                .withField("type", "Warning")
                .list()
                .getItems();
    }

    public static LiveEvidence gather(KubernetesClient client, Kinds kinds, String namespace, LoadableImages images) {
        return new LiveEvidence(client, kinds, namespace, images);
    }

    @Override
    public List<Observed> resources() {
        return resources;
    }

    @Override
    public List<HasMetadata> workloads() {
        return workloads;
    }

    @Override
    public List<Pod> pods() {
        return pods;
    }

    @Override
    public List<Event> warnings() {
        return warnings;
    }

    @Override
    public Optional<String> remedy(String trouble) {
        return images.remedy(trouble);
    }

    @Override
    public List<String> lastLines(Pod pod, String container, boolean previous) {
        var one = client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .inContainer(container);
        try {
            var text = previous
                    ? one.terminated().tailingLines(READ).getLog()
                    : one.tailingLines(READ).getLog();
            return text == null
                    ? List.of()
                    : telling(text.lines().filter(line -> !line.isBlank()).toList());
        } catch (KubernetesClientException e) {
            return List.of(); // it has written nothing, or its log is gone: the rest still explains
        }
    }

    /** The last ones, and before them what was logged as an error further up. */
    static List<String> telling(List<String> lines) {
        var last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
        return LastWords.cause(lines)
                .filter(cause -> last.stream().noneMatch(line -> line.contains(cause)))
                .map(cause ->
                        Stream.concat(Stream.of(cause, "..."), last.stream()).toList())
                .orElse(last);
    }
}
