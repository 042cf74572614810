package io.c5c3.services.nova;

import io.c5c3.api.common.Exposure;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.List;
import java.util.TreeMap;

/** Where the consoles of one cell's guests are seen in a browser. The permission to look is in the cell's database, so each has its own. */
public record Consoles(Nova nova, NovaCell cell) {

    static final int PORT = 6080;

    /** Guests get the first free port from here on. */
    private static final int FIRST_DISPLAY = 5900;

    private static final int LAST_PORT = 65535;

    /** The label of its pods, and the end of their names. */
    String part() {
        return cell.shared() ? "novncproxy" : cell.name() + "-novncproxy";
    }

    ServingCertificate certificate() {
        return new ServingCertificate(
                nova.getSpec().tls(),
                cell.consoles(),
                ServingCertificate.serviceNames(
                        cell.consoles(), nova.getMetadata().getNamespace()));
    }

    /** One address leads to one cell: what the resource says of exposure is meant for the first. */
    ApiFront front() {
        var first = nova.getSpec().cells().getFirst().name().equals(cell.name());
        var name = nova.getMetadata().getName();
        return new ApiFront(
                cell.consoles(),
                nova.getMetadata().getNamespace(),
                Labels.of(NovaBlueprint.SERVICE, name, part()),
                Labels.selector(NovaBlueprint.SERVICE, name, part()),
                PORT,
                nova.getSpec().tls().enabled(),
                first ? nova.getSpec().novncproxy().exposure() : Exposure.NONE);
    }

    /** The page that shows a console. */
    public String url() {
        return front().publicUrl(null) + "/vnc_lite.html";
    }

    /** The displays of guests, on whichever hypervisor they are; no other part of Nova connects to them. */
    List<HasMetadata> networkPolicy() {
        if (!nova.getSpec().networkPolicy().enabled()) {
            return List.of();
        }
        return List.of(new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(cell.consoles())
                .withLabels(front().labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(new TreeMap<>(front().selector()))
                .endPodSelector()
                .withPolicyTypes("Egress")
                .addNewEgress()
                .addNewPort()
                .withProtocol("TCP")
                .withPort(new IntOrString(FIRST_DISPLAY))
                .withEndPort(LAST_PORT)
                .endPort()
                .endEgress()
                .endSpec()
                .build());
    }
}
