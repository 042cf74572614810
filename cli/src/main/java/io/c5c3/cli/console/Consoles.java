package io.c5c3.cli.console;

import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.cli.web.WebAddress;
import io.c5c3.cli.web.WebWay;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The consoles of servers, of the kinds that Nova has. */
public enum Consoles {
    SCREEN("novnc"),
    SERIAL("serial");

    private static final ClientScript SCRIPT =
            new ClientScript("console.py", "'./c5c3 openstack server list --all-projects' may tell more.");

    private final String word;

    Consoles(String word) {
        this.word = word;
    }

    /** Asks the cloud for a server's console, and makes a way to it where there is none. */
    public WebWay open(KubernetesClient client, String namespace, String server) {
        var facts = SCRIPT.run(client, namespace, Progress.silent(), word, server);
        return WebWay.to(client, WebAddress.of(facts.getOrDefault("url", "")), "nova");
    }
}
