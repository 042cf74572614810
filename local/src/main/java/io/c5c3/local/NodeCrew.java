package io.c5c3.local;

/** The programs of a node; to have one means that all are found or built, and all files they read are written. */
record NodeCrew(Daemon containerd, Daemon kubelet, Daemon proxy, Daemon firewall) {
    static NodeCrew of(NodeDaemons node) {
        return new NodeCrew(node.containerd(), node.kubelet(), node.proxy(), node.firewall());
    }
}
