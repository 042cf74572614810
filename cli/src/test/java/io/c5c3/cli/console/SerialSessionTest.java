package io.c5c3.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.web.WebAddress;
import io.c5c3.cli.web.WebWay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SerialSessionTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> notes = new ArrayList<>();

    private void pipe(String input, SmallProxy proxy) throws InterruptedException {
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        new SerialSession(in, out, false, Duration.ofMillis(300), notes::add)
                .run(new WebWay(WebAddress.of(proxy.url()), Optional.empty()));
    }

    @Test
    void inputGoesThereAndAnswersComeBack() throws Exception {
        try (var proxy = new SmallProxy(typed -> List.of("you ", "typed ", typed))) {
            pipe("uptime\n", proxy);
            assertThat(proxy.asked())
                    .contains("GET /?token=1 HTTP/1.1", "Sec-WebSocket-Protocol: binary")
                    .as("without one Nova takes us for no browser")
                    .doesNotContain("Origin:");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("you typed uptime\n");
        assertThat(notes).first().asString().contains("One at a time");
    }

    @Test
    void aProxyThatHangsUpIsAFailureWithARemedy() throws IOException {
        try (var proxy = new SmallProxy(typed -> List.of())) {
            assertThatThrownBy(() -> pipe("", proxy))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("hung up")
                    .hasMessageContaining("token")
                    .hasMessageContaining("Run the command again");
        }
    }

    @Test
    void aProxyThatIsNotThereIsAFailureWithARemedy() throws IOException {
        var proxy = new SmallProxy(typed -> List.of());
        proxy.close();
        assertThatThrownBy(() -> pipe("", proxy))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("does not answer")
                .hasMessageContaining("./c5c3 why");
    }
}
