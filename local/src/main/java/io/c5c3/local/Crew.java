package io.c5c3.local;

/** The programs of a full cluster; to have one means that all are found or built, and all files they read are written. */
record Crew(
        Daemon etcd,
        Daemon apiServer,
        Daemon controllers,
        Daemon scheduler,
        Daemon containerd,
        Daemon kubelet,
        Daemon proxy,
        Daemon firewall,
        Daemon provisioner) {

    static Crew of(ControlDaemons control, NodeDaemons node) {
        return new Crew(
                control.etcd(),
                control.apiServer(control.accessToKubelet()),
                control.controllerManager(),
                control.scheduler(),
                node.containerd(),
                node.kubelet(),
                node.proxy(),
                node.firewall(),
                node.provisioner());
    }
}
