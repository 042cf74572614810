package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Kubectl;
import io.c5c3.cli.guest.GuestImage;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.c5c3.local.image.Images;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "guest",
        description = {
            "Offer an operating system to the users of the cloud: build its disk on this machine, and upload it as a public image.",
            "Only 'debian' so far: Debian 13 with cloud-init, of Debian's packages; the image is called debian-13.",
            "Run again, it uploads only what has changed. The image before is hidden then, since servers may stand on it."
        },
        footer = {"", "Examples:", "  ./c5c3 guest debian"})
final class GuestCommand implements Callable<Integer> {
    private static final long MEGABYTE = 1_000_000;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "NAME", description = "Which one.")
    private String name = "";

    @Override
    public Integer call() {
        var known = Images.guests();
        if (!known.contains(name)) {
            throw new Failure("There is no guest '" + name + "'. There are: " + String.join(", ", known) + ".");
        }
        var terminal = common.terminal();
        var target = Clusters.choose();
        try (var client = target.connect();
                var board = Board.on(terminal)) {
            var kinds = new Kinds(client);
            var plane = Inventory.plane(kinds);
            ClientPod.prepare(client, kinds, plane.namespace(), plane.name());
            var build = board.phase("Disk");
            var guest = build.attempt(() -> Images.guest(name, build));
            build.done(guest.size() / MEGABYTE + " MB, packed " + guest.packedSize() / MEGABYTE + " MB");
            var upload = board.phase("Image");
            var image = new GuestImage(guest, client, plane.namespace());
            if (upload.attempt(() -> image.isThere(upload))) {
                upload.done(guest.image() + " is there already; nothing to do");
            } else {
                upload.attempt(() -> {
                    image.offer(new Kubectl(target), upload);
                    return image;
                });
                upload.done(guest.image() + " uploaded");
            }
            board.close();
            explain(terminal, guest.image());
        }
        return 0;
    }

    private void explain(Terminal terminal, String image) {
        var openstack = "./c5c3 openstack ";
        terminal.print(Text.EMPTY);
        new Columns("", "")
                .row(label("Flavor"), Text.of(openstack + "flavor create --ram 512 --disk 3 --vcpus 1 small"))
                .row(
                        label("Server"),
                        Text.of(openstack + "server create --image " + image
                                + " --flavor small --network NETWORK --key-name KEY --wait SERVER"))
                .row(label("Log in"), Text.of("ssh " + name + "@ADDRESS"))
                .row(
                        label("More"),
                        Text.of(
                                "'A first server' in docs/guide.md has key pair, network and address. Without KVM a first"
                                        + " boot takes minutes: './c5c3 console --serial SERVER' shows it."))
                .lines()
                .forEach(terminal::print);
    }

    private static Text label(String text) {
        return Text.of(Style.DIM, "  " + text);
    }
}
