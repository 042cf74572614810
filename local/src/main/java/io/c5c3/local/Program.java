package io.c5c3.local;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that is built from one of the pinned Go modules.
 *
 * @param asksVersion arguments that make an installed one print its version; empty: an installed one never fits, because
 *     the program goes into an image (where only our static build surely runs) or does not know its version
 */
record Program(String name, String module, String source, List<String> asksVersion) {
    private static final Map<String, Program> ALL = Stream.of(
                    kubernetes("kube-apiserver", "--version"),
                    kubernetes("kube-controller-manager", "--version"),
                    kubernetes("kube-scheduler", "--version"),
                    kubernetes("kube-proxy", "--version"),
                    kubernetes("kubelet", "--version"),
                    kubernetes("kubectl", "version", "--client"),
                    new Program("etcd", "etcd", "go.etcd.io/etcd/server/v3", List.of("--version")),
                    new Program(
                            "kube-router",
                            "kube-router",
                            "github.com/cloudnativelabs/kube-router/v2/cmd/kube-router",
                            List.of()),
                    new Program("coredns", "coredns", "github.com/coredns/coredns", List.of()),
                    new Program(
                            "local-path-provisioner",
                            "storage",
                            "github.com/rancher/local-path-provisioner",
                            List.of()),
                    new Program(
                            "memcached_exporter",
                            "exporter",
                            "github.com/prometheus/memcached_exporter/cmd/memcached_exporter",
                            List.of()),
                    new Program(
                            "mysqld_exporter", "mysqld-exporter", "github.com/prometheus/mysqld_exporter", List.of()),
                    new Program("pause", "pause", ".", List.of()))
            .collect(Collectors.toUnmodifiableMap(Program::name, Function.identity()));

    private static Program kubernetes(String name, String... asksVersion) {
        return new Program(name, "kubernetes", "k8s.io/kubernetes/cmd/" + name, List.of(asksVersion));
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    static boolean isKnown(String name) {
        return ALL.containsKey(name);
    }

    static Program named(String name) {
        var program = ALL.get(name);
        if (program == null) {
            throw new LocalException("No module builds '" + name + "': add it to local/modules, and a row to Program.");
        }
        return program;
    }
}
