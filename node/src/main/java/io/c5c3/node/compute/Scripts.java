package io.c5c3.node.compute;

import io.c5c3.engine.kube.Shipped;

/** The files that agents start with, as they lie beside the classes. */
final class Scripts {

    static final String LIBVIRT = "libvirt.sh";
    static final String COMPUTE = "compute.sh";
    static final String FILES = "files.py";
    static final String PROBE = "probe.sh";

    private Scripts() {}

    static String text(String name) {
        return Shipped.file(Scripts.class, name);
    }
}
