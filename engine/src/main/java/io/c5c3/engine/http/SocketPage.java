package io.c5c3.engine.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.Map;

/** The page over a connection of its own. */
public final class SocketPage implements HttpPage {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int LONGEST = 256;

    @Override
    public String read(HttpProbe.Target target) throws IOException {
        var answer = HttpCall.send(target, "GET", Map.of(), "", PATIENCE);
        if (answer.status() != OK) {
            throw new ProtocolException("it answers with status " + answer.status());
        }
        var text = answer.text().strip();
        if (text.length() > LONGEST) {
            throw new ProtocolException("the answer is longer than a word");
        }
        return text;
    }
}
