package io.c5c3.tests.system;

import io.c5c3.app.Clients;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What a person does first with a dashboard: logs in as the administrator, looks for a server, and opens its screen. Names inside of the
 * cluster lead to ports of this machine, as the DNS of a cloud leads to what stands before it; so all that the pages say is as it would be
 * there, the addresses of consoles above all.
 */
final class Dashboards implements AutoCloseable {

    private static final String HERE = "127.0.0.1";

    /** A first page is a lot to load by a way that is not made for it, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final KubernetesClient client;
    private final String namespace;
    private final Path pictures;
    private final List<LocalPortForward> forwards = new ArrayList<>();
    private final Map<String, String> ways = new TreeMap<>();

    /** @param pictures the folder for them */
    Dashboards(KubernetesClient client, String namespace, Path pictures) throws IOException {
        this.client = client;
        this.namespace = namespace;
        this.pictures = pictures;
        lead("nova-novncproxy");
    }

    /**
     * Tries the dashboards of a cloud that runs already: {@code KUBECONFIG=... java -cp ... io.c5c3.tests.system.Dashboards openstack c5c3-demo
     * pictures horizon skyline}.
     */
    public static void main(String[] arguments) throws IOException {
        try (var client = Clients.of(Config.autoConfigure(null));
                var dashboards = new Dashboards(client, arguments[0], Path.of(arguments[2]))) {
            for (var which : List.of(arguments).subList(3, arguments.length)) {
                switch (which) {
                    case "horizon" -> dashboards.horizon(arguments[1]);
                    case "skyline" -> dashboards.skyline(arguments[1]);
                    default -> throw new IllegalArgumentException(which + ": write horizon or skyline");
                }
                System.out.println(which + " shows " + arguments[1] + " and its screen");
            }
        }
    }

    void horizon(String server) throws IOException {
        lead("horizon");
        var address = address("Horizon", "horizon");
        try (var browser = new Browser(ways)) {
            var page = new Page(browser, "horizon");
            browser.open(address + "/auth/login/?next=/project/instances/");
            page.await("a form to log in with", "document.querySelector('#loginBtn') != null");
            page.fill("#id_username", "admin");
            page.fill("#id_password", password());
            page.fill("#id_domain", "Default");
            page.keep("login");
            browser.evaluate("document.querySelector('#loginBtn').click()");
            page.await("the server in the list", link(server) + " != null");
            page.keep("servers");
            browser.open(browser.evaluate(link(server) + ".href").asText() + "?tab=instance_details__console");
            page.await("a screen in the page", "document.querySelector('#console_embed') != null");
            page.keep("console");
            // "Click here to show only console."
            browser.evaluate(
                    "[...document.links].find(link => link.href == document.querySelector('#console_embed').src).click()");
            page.screen();
        }
    }

    void skyline(String server) throws IOException {
        lead("skyline");
        var address = address("Skyline", "skyline");
        try (var browser = new Browser(ways)) {
            var page = new Page(browser, "skyline");
            browser.open(address + "/auth/login");
            // The form is empty again once it knows the regions.
            page.await(
                    "a form to log in with", "document.querySelector('.ant-select-selection-item')?.textContent > ''");
            page.fill("#normal_login input[placeholder^='<username>']", "admin");
            page.fill("#normal_login input[type=password]", password());
            page.keep("login");
            browser.evaluate("document.querySelector('.login-form-button').click()");
            page.await("a page behind the login", "!location.pathname.startsWith('/auth/')");
            browser.open(address + "/compute/instance");
            page.await("the server in the list", row(server) + " != null");
            page.keep("servers");
            // The console is to be another page, and the browser has one: it takes the place of this.
            browser.evaluate("window.open = address => { location.assign(address); return window; }");
            browser.evaluate("[..." + row(server)
                    + ".querySelectorAll('button, a')].find(it => it.textContent.trim() == 'Console').click()");
            var sure = "document.querySelector('.ant-modal-confirm-btns .ant-btn-primary')";
            page.await("the question whether one is sure", sure + " != null");
            page.keep("console");
            browser.evaluate(sure + ".click()");
            page.screen();
        }
    }

    private static String link(String server) {
        return "[...document.querySelectorAll('#instances a')].find(link => link.textContent.trim() == '" + server
                + "')";
    }

    private static String row(String server) {
        return "[...document.querySelectorAll('.ant-table-tbody tr')].find(row => row.textContent.includes('" + server
                + "'))";
    }

    /** Has a Service answer on this machine, to the name that it has in the cluster. */
    private void lead(String service) throws IOException {
        var there = client.services()
                .inNamespace(namespace)
                .withName(service)
                .require()
                .getSpec();
        var pod = client.pods().inNamespace(namespace).withLabels(there.getSelector()).list().getItems().stream()
                .filter(Stage::ready)
                .map((Pod ready) -> ready.getMetadata().getName())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no pod of Service/" + service + " is ready"));
        var forward = client.pods()
                .inNamespace(namespace)
                .withName(pod)
                .portForward(there.getPorts().getFirst().getPort(), InetAddress.getByName(HERE), 0);
        forwards.add(forward);
        ways.put(service + "." + namespace + ".svc*", HERE + ":" + forward.getLocalPort());
    }

    private String address(String kind, String name) {
        return Conditions.status(client.genericKubernetesResources("openstack.k8s.io/v1alpha1", kind)
                        .inNamespace(namespace)
                        .withName(name)
                        .require())
                .path("endpoint")
                .asText();
    }

    private String password() {
        return SecretText.decoded(client.secrets()
                        .inNamespace(namespace)
                        .withName("keystone-admin-credentials")
                        .require()
                        .getData())
                .getOrDefault("password", "");
    }

    @Override
    public void close() throws IOException {
        for (var forward : forwards) {
            forward.close();
        }
    }

    /** The one page of a browser, at a dashboard. */
    private final class Page {
        private final Browser browser;
        private final String dashboard;

        Page(Browser browser, String dashboard) {
            this.browser = browser;
            this.dashboard = dashboard;
        }

        void await(String what, String expression) throws IOException {
            try {
                Awaitility.await(what)
                        .atMost(PATIENCE)
                        // Of a page that is just leaving nothing can be asked.
                        .ignoreExceptions()
                        .until(() -> browser.evaluate(expression).asBoolean());
            } catch (ConditionTimeoutException e) {
                keep("instead");
                var said = browser.evaluate("location.href + '\\n' + document.body.innerText");
                throw new AssertionError(dashboard + " does not show " + what + ", but " + said.asText(), e);
            }
        }

        void fill(String field, String text) {
            browser.evaluate("document.querySelector(\"" + field + "\").focus()");
            browser.paste(text);
        }

        void keep(String what) throws IOException {
            browser.screenshot(pictures.resolve(dashboard + "-" + what + ".png"));
        }

        /** Nova's own page with the guest's screen, to which the dashboard has led. */
        void screen() throws IOException {
            var console = ConsolePage.of(browser);
            console.type("help\n");
            console.awaitText();
            keep("screen");
        }
    }
}
