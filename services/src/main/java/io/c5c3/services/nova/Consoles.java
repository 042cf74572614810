package io.c5c3.services.nova;

import io.c5c3.api.common.Defaults;
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

/** Where one cell's guests have their consoles. The permission to look is in the cell's database, so each cell has its own. */
public record Consoles(Nova nova, NovaCell cell, ConsoleKind kind) {

    /** The label of its pods, and the end of their names. */
    String part() {
        return cell.shared() ? kind.proxy() : cell.name() + "-" + kind.proxy();
    }

    public Nova.ConsoleProxy wish() {
        return kind.wish(nova.getSpec());
    }

    private String name() {
        return cell.consoles(kind);
    }

    ServingCertificate certificate() {
        return new ServingCertificate(
                nova.getSpec().tls(),
                name(),
                ServingCertificate.serviceNames(name(), nova.getMetadata().getNamespace()));
    }

    /** One address leads to one cell: what the resource says of exposure is meant for the first. */
    ApiFront front() {
        var first = nova.getSpec().cells().getFirst().name().equals(cell.name());
        var service = nova.getMetadata().getName();
        return new ApiFront(
                name(),
                nova.getMetadata().getNamespace(),
                Labels.of(NovaBlueprint.SERVICE, service, part()),
                Labels.selector(NovaBlueprint.SERVICE, service, part()),
                kind.port(),
                nova.getSpec().tls().enabled(),
                first ? wish().exposure() : Defaults.of(Exposure.class));
    }

    /** What Nova gives out, with a token behind it: a page for a browser, a web socket for a terminal. */
    public String url() {
        var address = front().publicUrl(null);
        return switch (kind) {
            case SCREEN -> address + "/vnc_lite.html";
            case SERIAL -> address.replaceFirst("^http", "ws") + "/";
        };
    }

    /** The ports of guests, as Nova writes a range: the end is not part of it. */
    public String ports() {
        return kind.first() + ":" + (kind.last() + 1);
    }

    /** The consoles of guests, on whichever hypervisor they are; no other part of Nova connects to them. */
    List<HasMetadata> networkPolicy() {
        if (!nova.getSpec().networkPolicy().enabled()) {
            return List.of();
        }
        return List.of(new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name())
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
                .withPort(new IntOrString(kind.first()))
                .withEndPort(kind.last())
                .endPort()
                .endEgress()
                .endSpec()
                .build());
    }
}
