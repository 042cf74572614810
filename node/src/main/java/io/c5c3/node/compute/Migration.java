package io.c5c3.node.compute;

import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.CertificateStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;

/**
 * How guests move from one hypervisor to another: libvirt talks to libvirt, QEMU to QEMU and nova-compute to nova-compute, each by TLS. Who
 * shows a certificate of this authority is a hypervisor and may do all that a hypervisor may; so the authority is one that nothing else
 * believes, and it signs nothing else.
 *
 * @param addresses by which nodes know each other
 */
record Migration(NovaCompute compute, List<String> addresses) {

    private static final String LIBVIRT = "libvirt";
    private static final String PKI = "/etc/pki";
    private static final String FILES = "/etc/c5c3/migration";

    /** Of all nodes, since each may become a hypervisor: with a label comes or goes no certificate. */
    static Migration of(NovaCompute compute, Facts facts) {
        return new Migration(
                compute,
                facts.all(Node.class).stream()
                        .filter(node ->
                                node.getStatus() != null && node.getStatus().getAddresses() != null)
                        .flatMap(node -> node.getStatus().getAddresses().stream())
                        .filter(address -> "InternalIP".equals(address.getType()))
                        .map(NodeAddress::getAddress)
                        .sorted()
                        .toList());
    }

    private String secret() {
        return CertificateStep.secretName(compute.getMetadata().getName() + "-migration");
    }

    /** One certificate for all of them: whoever has that of one may use libvirt on every other anyway. */
    Step certificate() {
        var names = new ArrayList<>(List.of(compute.getMetadata().getName()));
        names.addAll(addresses);
        return new CertificateStep(CertificateStep.Authority.ofHypervisors(), secret(), names);
    }

    /** The certificate where libvirt looks for it, as a server and as a client. */
    Volume pki() {
        var volume = new VolumeBuilder()
                .withName("pki")
                .withNewSecret()
                .withSecretName(secret())
                .withDefaultMode(0400)
                .addNewItem("ca.crt", null, "CA/cacert.pem");
        for (var end : List.of("server", "client")) {
            volume.addNewItem("tls.crt", null, "libvirt/" + end + "cert.pem")
                    .addNewItem("tls.key", null, "libvirt/private/" + end + "key.pem");
        }
        return volume.endSecret().build();
    }

    static VolumeMount pkiMount() {
        return NodePods.mount("pki", PKI);
    }

    /** Where libvirt listens, and under which name: two that have the same take each other for one. */
    static List<EnvVar> place() {
        return List.of(Variable.own("NODE_ADDRESS", "status.hostIP"), Variable.own("NODE_NAME", "spec.nodeName"));
    }

    /** The certificate for nova-compute, which tells others to make and take files. */
    SecretFiles files() {
        return new SecretFiles("migration", secret(), FILES, List.of("tls.crt", "tls.key", "ca.crt"));
    }

    static Ini in(Ini ini) {
        return ini.set(LIBVIRT, "live_migration_scheme", "tls")
                .set(LIBVIRT, "live_migration_with_native_tls", true)
                .set(LIBVIRT, "live_migration_inbound_addr", "$my_ip")
                // A guest that writes faster than it can be copied goes over first and fetches what is missing.
                .set(LIBVIRT, "live_migration_permit_post_copy", true)
                // Where that is switched off, it is slowed down.
                .set(LIBVIRT, "live_migration_permit_auto_converge", true)
                .set(LIBVIRT, "live_migration_timeout_action", "force_complete");
    }
}
