package io.c5c3.tests.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The screen of a guest in a browser. */
final class ConsolePage implements AutoCloseable {

    /** Emulated guests on a busy machine draw slowly. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** How many points of the screen are lit. A page without one has none. */
    private static final String LIT = """
        (() => {
          const screen = document.querySelector('#screen canvas');
          if (!screen || !screen.width || !screen.height) return 0;
          const points = screen.getContext('2d').getImageData(0, 0, screen.width, screen.height).data;
          let lit = 0;
          for (let i = 0; i < points.length; i += 4) if (points[i] + points[i + 1] + points[i + 2] > 192) lit++;
          return lit;
        })()""";

    /** One letter has some thirty points, and a prompt with its cursor less than this. */
    private static final int SOME_TEXT = 1000;

    private final Browser browser;

    private ConsolePage(Browser browser) {
        this.browser = browser;
    }

    /** Opens an address, and returns when the guest's screen is there. */
    static ConsolePage open(String address) throws IOException {
        var browser = new Browser();
        browser.open(address);
        return of(browser);
    }

    /** What a browser is about to show, whoever led it there; returns when the guest's screen is there. */
    static ConsolePage of(Browser browser) {
        var page = new ConsolePage(browser);
        page.awaitConnection();
        return page;
    }

    private void awaitConnection() {
        await("noVNC to connect")
                .atMost(PATIENCE)
                // Of a page that is just leaving nothing can be asked.
                .ignoreExceptions()
                .until(
                        () -> browser.evaluate("document.getElementById('status')?.textContent ?? ''")
                                .asText(),
                        said -> said.startsWith("Connected"));
        browser.evaluate("document.querySelector('#screen canvas').focus()");
    }

    void awaitText() {
        await("text on the screen").atMost(PATIENCE).until(this::lit, lit -> lit > SOME_TEXT);
    }

    void awaitNearlyNothing() {
        await("the text to be gone").atMost(PATIENCE).until(this::lit, lit -> lit < SOME_TEXT);
    }

    private int lit() {
        return browser.evaluate(LIT).asInt();
    }

    void type(String text) {
        browser.type(text);
    }

    void screenshot(Path file) throws IOException {
        browser.screenshot(file);
    }

    @Override
    public void close() throws IOException {
        browser.close();
    }
}
