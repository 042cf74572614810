package io.c5c3.engine.kube;

import io.c5c3.api.common.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A Python API under uWSGI, as one container.
 *
 * @param module the Python module whose {@code application} is served
 * @param alive a path that answers without a log line, for the probes
 * @param shown files that it shows to whoever asks, by path, besides what the module serves
 * @param folders folders whose files it shows to whoever asks, by path; they never change
 */
public record WsgiServer(
        String module,
        int port,
        int processes,
        int threads,
        boolean tls,
        String alive,
        SortedMap<String, String> shown,
        SortedMap<String, String> folders) {

    /** Where the certificate is mounted when the server speaks TLS. */
    public static final String CERTIFICATE = "/etc/c5c3/tls";

    public WsgiServer {
        shown = new TreeMap<>(shown);
        folders = new TreeMap<>(folders);
    }

    public WsgiServer(String module, int port, int processes, int threads, boolean tls, String alive) {
        this(module, port, processes, threads, tls, alive, new TreeMap<>(), new TreeMap<>());
    }

    /** Also shows a file, and whatever it comes to hold: it is read anew for everybody who asks, and no other file is. */
    public WsgiServer showing(String path, String file) {
        var more = new TreeMap<>(shown);
        more.put(path, file);
        return new WsgiServer(module, port, processes, threads, tls, alive, more, folders);
    }

    /** Also shows all files of a folder of the image. */
    public WsgiServer showingAll(String path, String folder) {
        var more = new TreeMap<>(folders);
        more.put(path, folder);
        return new WsgiServer(module, port, processes, threads, tls, alive, shown, more);
    }

    public Container container(String image, Pods settings, List<EnvVar> env, List<VolumeMount> mounts) {
        return new ApiContainer(port, tls, alive)
                .named("api", image, settings)
                .withCommand(command())
                .withEnv(env)
                .withResources(resources(settings))
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
        folders.forEach((path, folder) -> command.addAll(List.of("--static-map", path + "=" + folder)));
        return command;
    }

    private static ResourceRequirements resources(Pods settings) {
        return Requests.unless(settings.resources(), "20m", "256Mi");
    }
}
