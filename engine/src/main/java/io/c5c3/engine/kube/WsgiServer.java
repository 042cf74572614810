package io.c5c3.engine.kube;

import io.c5c3.api.common.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A Python API under uWSGI, as one container.
 *
 * @param module the Python module whose {@code application} is served
 * @param alive a path that answers without a log line, for the probes
 * @param shown files that it shows to whoever asks, by path, besides what the module serves
 */
public record WsgiServer(
        String module,
        int port,
        int processes,
        int threads,
        boolean tls,
        String alive,
        SortedMap<String, String> shown) {

    /** Where the certificate is mounted when the server speaks TLS. */
    public static final String CERTIFICATE = "/etc/c5c3/tls";

    /** How long a stopping pod still serves, so that everybody has heard it goes before it does. */
    private static final long LEAVE = 5;

    public WsgiServer {
        shown = new TreeMap<>(shown);
    }

    public WsgiServer(String module, int port, int processes, int threads, boolean tls, String alive) {
        this(module, port, processes, threads, tls, alive, new TreeMap<>());
    }

    /** Also shows a file, and whatever it comes to hold: it is read anew for everybody who asks, and no other file is. */
    public WsgiServer showing(String path, String file) {
        var more = new TreeMap<>(shown);
        more.put(path, file);
        return new WsgiServer(module, port, processes, threads, tls, alive, more);
    }

    public Container container(String image, Pods settings, List<EnvVar> env, List<VolumeMount> mounts) {
        return new ContainerBuilder()
                .withName("api")
                .withImage(image)
                .withCommand(command())
                .withEnv(env)
                .addNewPort()
                .withName(ApiFront.PORT)
                .withContainerPort(port)
                .withProtocol("TCP")
                .endPort()
                .withResources(resources(settings))
                // The first answer is waited for closely, since everything else waits for it; afterwards nobody is in a
                // hurry.
                .withStartupProbe(asks(1, 180))
                .withReadinessProbe(asks(2, 3))
                .withLivenessProbe(listens())
                .withNewLifecycle()
                .withNewPreStop()
                .withNewSleep(Objects.requireNonNullElse(settings.preStopSleepSeconds(), LEAVE))
                .endPreStop()
                .endLifecycle()
                .withVolumeMounts(mounts)
                .build();
    }

    private List<String> command() {
        var command = new ArrayList<>(List.of(
                "uwsgi",
                "--plugins",
                shown.isEmpty() ? "http,python3" : "http,python3,router_static",
                "--virtualenv",
                "/var/lib/openstack",
                "--module",
                module + ":application"));
        command.addAll(
                tls
                        ? List.of(
                                "--https-socket",
                                "0.0.0.0:" + port + "," + CERTIFICATE + "/tls.crt," + CERTIFICATE + "/tls.key")
                        : List.of("--http-socket", "0.0.0.0:" + port));
        command.addAll(List.of(
                "--http-chunked-input",
                // Whoever sends an image may pause for as long as a slow line or a busy disk makes them. A caller who
                // never goes on is given up then.
                "--socket-timeout",
                "60",
                // A piece is held in memory. OpenStack's own client sends pieces of 1 MiB, which are just above the
                // default.
                "--chunked-input-limit",
                "16777216",
                "--master",
                "--processes",
                String.valueOf(processes),
                "--threads",
                String.valueOf(threads),
                "--enable-threads",
                "--thunder-lock",
                // Each process loads the service itself: connections must not be shared across a fork.
                "--lazy-apps",
                "--need-app",
                "--buffer-size",
                "65535",
                "--add-header",
                "Connection: close",
                // Requests under way are finished before it ends.
                "--hook-master-start",
                "unix_signal:15 gracefully_kill_them_all",
                "--worker-reload-mercy",
                "20",
                // The service logs its requests itself.
                "--disable-logging",
                "--log-4xx",
                "--log-5xx"));
        // Not a static map, which would follow the links of a mounted Secret once and keep to what it found.
        shown.forEach((path, file) -> command.addAll(
                List.of("--route", "^" + path + "$ file:filename=" + file + ",content_type=text/plain")));
        return command;
    }

    private Probe asks(int period, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(alive)
                .withNewPort(ApiFront.PORT)
                .withScheme(tls ? "HTTPS" : "HTTP")
                .endHttpGet()
                .withInitialDelaySeconds(1)
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }

    /** Asks for no answer: a pod that waits for a slow database is not mended by a restart. */
    private static Probe listens() {
        return new ProbeBuilder()
                .withNewTcpSocket()
                .withNewPort(ApiFront.PORT)
                .endTcpSocket()
                .withPeriodSeconds(20)
                .withTimeoutSeconds(10)
                .withFailureThreshold(6)
                .build();
    }

    private static ResourceRequirements resources(Pods settings) {
        return Requests.unless(settings.resources(), "50m", "256Mi");
    }
}
