package io.c5c3.cli;

import io.c5c3.cli.terminal.Desktop;
import io.c5c3.cli.terminal.Signals;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.web.WebWay;
import java.util.concurrent.CountDownLatch;

/**
 * Shows a person an address for a browser, and keeps the way there open until Ctrl-C.
 *
 * @param open whether this desktop's browser is to open it
 */
record Showing(Terminal terminal, boolean open) {

    /** @param hint what a person should know who goes there */
    void show(WebWay way, String hint) throws InterruptedException {
        var enough = new CountDownLatch(1);
        Signals.on("INT", enough::countDown);
        Signals.on("TERM", enough::countDown);
        terminal.print(way.address().toString());
        if (open && !Desktop.show(way.address().toString())) {
            System.err.println("There is no xdg-open on this machine: open the address yourself.");
        }
        System.err.println(hint);
        if (way.forward().isEmpty()) {
            return;
        }
        if (way.address().encrypted()) {
            System.err.println("The browser will warn: the certificate is for a name inside of the cluster.");
        }
        System.err.println("This machine leads there until Ctrl-C.");
        way.hold(enough);
    }
}
