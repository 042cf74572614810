package io.c5c3.local;

import java.util.List;
import java.util.Map;

/** etcd, API server and controllers on the machine's loopback address: no root, no network, no node. For tests. */
record ControlShape(Layout layout) implements Shape {
    private static final String LOOPBACK = "127.0.0.1";

    @Override
    public Map<Layout, List<String>> daemons() {
        return Map.of(layout, ControlDaemons.NAMES);
    }

    @Override
    public void start(Progress progress) {
        var ports = Ports.remembered(layout.configuration().resolve("ports"), this::isOurs);
        var authority = Authority.open(layout.certificates(), layout.name());
        var site = new Site(layout, Daemon.Ground.machine(), authority, LOOPBACK, "10.0.0.0/24", ports);
        site.admin();
        var control = new ControlDaemons(site, progress);
        var etcd = control.etcd();
        // Loopback addresses are not allowed in the endpoints of the service "kubernetes", which nobody uses here
        // anyway.
        var apiServer = control.apiServer("--endpoint-reconciler-type=none");
        var controllers = control.controllerManager();
        try (var probe = new Probe(authority.certificate())) {
            var readiness = new Readiness(probe);
            progress.run("Starting the API server", step -> {
                etcd.ensure();
                apiServer.ensure();
                readiness.of(apiServer, control.apiServerHealth());
            });
            progress.run("Starting the controllers", step -> {
                controllers.ensure();
                readiness.of(controllers, control.controllersHealth());
            });
        }
    }

    private boolean isOurs(int port) {
        return ProcessTable.marked(layout.root() + ":").stream()
                .flatMap(entry -> entry.command().stream())
                .anyMatch(word -> word.endsWith(":" + port) || word.endsWith("=" + port));
    }

    @Override
    public void stop(Progress progress) {
        progress.run("Stopping the API server", step -> remove());
    }

    /** Killed: etcd writes down every step at once, and the others remember nothing. */
    @Override
    public void remove() {
        var all = ProcessTable.marked(layout.root() + ":");
        ProcessTable.kill(all.stream().map(ProcessTable.Entry::handle).toList());
    }
}
