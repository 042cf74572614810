package io.c5c3.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The control programs of a cluster, as command lines. */
record ControlDaemons(Site site, Progress progress) {
    static final List<String> NAMES = List.of("etcd", "kube-apiserver", "kube-controller-manager");

    private static final String AUDIT_POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
            - level: Metadata
            """;

    Daemon etcd() {
        var tls = site.serving("etcd");
        var client = "https://127.0.0.1:" + site.ports().etcd();
        var peer = "https://127.0.0.1:" + site.ports().etcdPeer();
        return daemon(
                "etcd",
                List.of(tls.certificate(), site.authority().certificate()),
                "--name=" + site.layout().name(),
                "--data-dir=" + site.layout().etcd(),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + site.layout().name() + "=" + peer,
                "--cert-file=" + tls.certificate(),
                "--key-file=" + tls.key(),
                "--trusted-ca-file=" + site.authority().certificate(),
                "--client-cert-auth",
                "--peer-cert-file=" + tls.certificate(),
                "--peer-key-file=" + tls.key(),
                "--peer-trusted-ca-file=" + site.authority().certificate(),
                "--peer-client-cert-auth",
                "--quota-backend-bytes=8589934592",
                "--log-level=warn",
                // Killed processes lose nothing by this, only a machine that loses its power does; and every write is
                // faster.
                "--unsafe-no-fsync");
    }

    Daemon apiServer(String... more) {
        var tls = site.servingApi();
        var etcd = site.authority().issue("kube-apiserver-etcd-client", Subject.user("kube-apiserver-etcd-client"));
        var accounts = site.authority().issue("service-accounts", Subject.user("service-accounts"));
        var policy = Text.write(site.layout().configuration().resolve("audit-policy.yaml"), AUDIT_POLICY);
        var arguments = Stream.of(
                "--bind-address=" + site.address(),
                "--advertise-address=" + site.address(),
                "--secure-port=" + site.ports().api(),
                "--etcd-servers=https://127.0.0.1:" + site.ports().etcd(),
                "--etcd-cafile=" + site.authority().certificate(),
                "--etcd-certfile=" + etcd.certificate(),
                "--etcd-keyfile=" + etcd.key(),
                "--client-ca-file=" + site.authority().certificate(),
                "--tls-cert-file=" + tls.certificate(),
                "--tls-private-key-file=" + tls.key(),
                "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
                "--service-account-key-file=" + accounts.certificate(),
                "--service-account-signing-key-file=" + accounts.key(),
                "--service-cluster-ip-range=" + site.services(),
                "--authorization-mode=Node,RBAC",
                "--enable-admission-plugins=NodeRestriction",
                "--allow-privileged=true",
                "--audit-policy-file=" + policy,
                "--audit-log-path=" + site.layout().auditLog(),
                "--audit-log-maxsize=500",
                "--audit-log-maxbackup=1",
                // One machine, many busy operators: do not make them wait for each other.
                "--max-requests-inflight=2000",
                "--max-mutating-requests-inflight=1000");
        return daemon(
                "kube-apiserver",
                List.of(
                        tls.certificate(),
                        etcd.certificate(),
                        accounts.key(),
                        policy,
                        site.authority().certificate()),
                Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }

    /** What lets the API server fetch logs and run commands in pods, for clusters that have a node. */
    String[] accessToKubelet() {
        var client =
                site.authority().issue("kube-apiserver-kubelet-client", Subject.user("kube-apiserver-kubelet-client"));
        return new String[] {
            "--kubelet-preferred-address-types=InternalIP",
            "--kubelet-certificate-authority=" + site.authority().certificate(),
            "--kubelet-client-certificate=" + client.certificate(),
            "--kubelet-client-key=" + client.key()
        };
    }

    Daemon controllerManager() {
        var tls = site.serving("kube-controller-manager");
        var kubeconfig = site.kubeconfig("kube-controller-manager", Subject.user("system:kube-controller-manager"));
        var accounts = site.authority().issue("service-accounts", Subject.user("service-accounts"));
        return daemon(
                "kube-controller-manager",
                List.of(tls.certificate(), kubeconfig, accounts.key()),
                "--bind-address=" + site.address(),
                "--secure-port=" + site.ports().controllers(),
                "--tls-cert-file=" + tls.certificate(),
                "--tls-private-key-file=" + tls.key(),
                "--kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--use-service-account-credentials",
                "--service-account-private-key-file=" + accounts.key(),
                "--root-ca-file=" + site.authority().certificate(),
                "--cluster-signing-cert-file=" + site.authority().certificate(),
                "--cluster-signing-key-file=" + site.authority().key(),
                // A node that went without a word is missed as soon as it has been silent four times.
                "--node-monitor-grace-period=20s",
                "--node-monitor-period=2s",
                "--kube-api-qps=300",
                "--kube-api-burst=600");
    }

    Daemon scheduler() {
        var tls = site.serving("kube-scheduler");
        var kubeconfig = site.kubeconfig("kube-scheduler", Subject.user("system:kube-scheduler"));
        return daemon(
                "kube-scheduler",
                List.of(tls.certificate(), kubeconfig),
                "--bind-address=" + site.address(),
                "--secure-port=" + site.ports().scheduler(),
                "--tls-cert-file=" + tls.certificate(),
                "--tls-private-key-file=" + tls.key(),
                "--kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--kube-api-qps=300",
                "--kube-api-burst=600");
    }

    String apiServerHealth() {
        return site.server() + "/readyz";
    }

    String controllersHealth() {
        return "https://" + site.address() + ":" + site.ports().controllers() + "/healthz";
    }

    String schedulerHealth() {
        return "https://" + site.address() + ":" + site.ports().scheduler() + "/healthz";
    }

    private Daemon daemon(String name, List<Path> inputs, String... arguments) {
        var command = new ArrayList<>(List.of(Tools.find(name, progress).toString()));
        command.addAll(List.of(arguments));
        return new Daemon(name, site.layout(), site.ground(), command, inputs);
    }
}
