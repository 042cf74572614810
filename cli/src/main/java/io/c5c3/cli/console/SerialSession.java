package io.c5c3.cli.console;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.RawKeyboard;
import io.c5c3.cli.web.WebWay;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Somebody, or some program, at the serial line of a guest.
 *
 * @param person whether a person types: then keys go there one by one, and one of them ends the session. A program's input goes there as
 *     it is, and the session ends when the input has, and the guest has been silent for a while.
 * @param notes where it says what is not the guest's
 */
public record SerialSession(
        InputStream in, OutputStream out, boolean person, Duration silence, Consumer<String> notes) {

    public void run(WebWay way) throws InterruptedException {
        var client = HttpClient.newBuilder();
        if (way.forward().isPresent()) {
            client.sslContext(ForwardedTls.context());
        }
        try (var http = client.build();
                var line = SerialLine.connect(http, way.address(), out)) {
            notes.accept("Connected"
                    + (person ? "; " + EscapeKey.NAME + " leaves" : "")
                    + ". One at a time: if nothing answers, somebody else may be at this line.");
            if (person) {
                try (var keys = RawKeyboard.take()) {
                    attend(line);
                }
                notes.accept("");
            } else {
                attend(line);
            }
            http.shutdownNow();
        }
    }

    private void attend(SerialLine line) throws InterruptedException {
        var typed = typing(line);
        try {
            CompletableFuture.anyOf(typed, line.ended()).join();
        } catch (CompletionException e) {
            throw new Failure("The serial line broke: " + e.getCause() + ". Run the command again.", e);
        }
        if (typed.isDone() && !person) {
            line.awaitSilence(silence);
        }
        if (line.ended().isDone() && !line.spoke()) {
            throw new Failure("nova-serialproxy hung up: its token is refused after ten minutes or after a move of the"
                    + " server, and it hangs up when it cannot reach the hypervisor. Run the command again;"
                    + " './c5c3 kubectl -n NAMESPACE logs deployment/nova-serialproxy' says which it was.");
        }
    }

    /** Done when there is nothing more to type, or the person wants to go. */
    private CompletableFuture<@Nullable Void> typing(SerialLine line) {
        var done = new CompletableFuture<@Nullable Void>();
        Thread.ofPlatform().daemon().name("keys").start(() -> {
            try {
                var buffer = new byte[1024];
                for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    var typed = Arrays.copyOf(buffer, count);
                    line.type(person ? EscapeKey.before(typed) : typed);
                    if (person && EscapeKey.isIn(typed)) {
                        break;
                    }
                }
                done.complete(null);
            } catch (IOException | CompletionException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }
}
