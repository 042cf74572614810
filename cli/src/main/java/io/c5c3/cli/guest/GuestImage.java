package io.c5c3.cli.guest;

import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.cli.cluster.Kubectl;
import io.c5c3.local.Progress;
import io.c5c3.local.image.Guest;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** A guest as an image that every user of a cloud may boot. The disk goes there from this machine, by way of the client's pod. */
public record GuestImage(Guest guest, KubernetesClient client, String namespace) {

    private static final ClientScript SCRIPT =
            new ClientScript("guest.py", "'./c5c3 openstack image list --long' may tell more.");

    /** Whether the cloud has it, made of the same. */
    public boolean isThere(Progress progress) {
        return SCRIPT.run(client, namespace, progress, "look", guest.image(), guest.source())
                .containsKey("image");
    }

    /** Uploads it; an older one is hidden, so that servers that were made of it keep it. */
    public void offer(Kubectl kubectl, Progress progress) {
        SCRIPT.feed(kubectl, namespace, guest.disk(), progress, arguments());
    }

    List<String> arguments() {
        return List.of(
                "offer", guest.image(), guest.source(), Long.toString(guest.packedSize()), Long.toString(guest.size()));
    }
}
