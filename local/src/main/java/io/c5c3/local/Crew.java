package io.c5c3.local;

/**
 * The programs that a full cluster has once; to have one means that all are found or built, and all files they read are written.
 */
record Crew(Daemon etcd, Daemon apiServer, Daemon controllers, Daemon scheduler, Daemon provisioner) {
    static Crew of(ControlDaemons control, StorageDaemon storage) {
        return new Crew(
                control.etcd(),
                control.apiServer(control.accessToKubelet()),
                control.controllerManager(),
                control.scheduler(),
                storage.provisioner());
    }
}
