package io.c5c3.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What all programs of one node have to agree on.
 *
 * @param address where the control programs are reached, from the machine as well as from all nodes
 * @param services the range of service addresses; its first is the API server's own service
 */
record Site(Layout layout, Daemon.Ground ground, Authority authority, String address, String services, Ports ports) {
    String server() {
        return "https://" + address + ":" + ports.api();
    }

    /** A certificate for a program that serves at the site's address. */
    Authority.Issued serving(String name) {
        return serving(name, address);
    }

    Authority.Issued serving(String name, String at) {
        return authority.issue(name, Subject.server(name, hosts(at)));
    }

    /** The API server goes by more names than others. */
    Authority.Issued servingApi() {
        var hosts = hosts(address);
        hosts.add(first(services));
        hosts.addAll(Set.of(
                "kubernetes",
                "kubernetes.default",
                "kubernetes.default.svc",
                "kubernetes.default.svc.cluster.local",
                layout.name()));
        return authority.issue("kube-apiserver", Subject.server("kube-apiserver", hosts));
    }

    private static Set<String> hosts(String at) {
        return new TreeSet<>(List.of(at, "127.0.0.1", "localhost"));
    }

    /** A kubeconfig for a program of the cluster. */
    Path kubeconfig(String program, Subject subject) {
        var identity = authority.issue(program + "-client", subject);
        return access().write(layout.configuration().resolve(program + ".kubeconfig"), program, identity);
    }

    /** The kubeconfig for a person: may do everything. */
    Path admin() {
        return access().write(layout.kubeconfig(), layout.name() + "-admin", adminIdentity());
    }

    Authority.Issued adminIdentity() {
        return authority.issue("admin", Authority.Key.RSA, Subject.member("c5c3-admin", "system:masters"));
    }

    private Kubeconfig access() {
        return new Kubeconfig(layout.name(), server(), authority.certificate());
    }

    static String first(String range) {
        var network = range.substring(0, range.indexOf('/'));
        return network.substring(0, network.lastIndexOf('.')) + ".1";
    }
}
