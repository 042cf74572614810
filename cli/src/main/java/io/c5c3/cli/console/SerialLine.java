package io.c5c3.cli.console;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.web.WebAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A guest's serial line, through nova-serialproxy: what it says goes to a stream, what is sent is typed there. */
final class SerialLine implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Hearing hearing;
    private final WebSocket socket;

    private SerialLine(Hearing hearing, WebSocket socket) {
        this.hearing = hearing;
        this.socket = socket;
    }

    static SerialLine connect(HttpClient client, WebAddress address, OutputStream out) {
        var hearing = new Hearing(out);
        try {
            var socket = client.newWebSocketBuilder()
                    .connectTimeout(PATIENCE)
                    .subprotocols("binary")
                    .buildAsync(address.url(), hearing)
                    .join();
            return new SerialLine(hearing, socket);
        } catch (CompletionException e) {
            throw new Failure(
                    "nova-serialproxy does not answer (" + e.getCause() + "). './c5c3 why nova' tells how Nova stands.",
                    e);
        }
    }

    void type(byte[] bytes) {
        if (bytes.length > 0) {
            socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
        }
    }

    /** Done when the other end has hung up; with a failure if something broke. */
    CompletableFuture<@Nullable Void> ended() {
        return hearing.ended;
    }

    /** Whether the guest ever said something. */
    boolean spoke() {
        return hearing.lastWord > 0;
    }

    /** Returns when the guest has said nothing for so long, or has hung up. */
    void awaitSilence(Duration length) throws InterruptedException {
        var begin = System.nanoTime();
        while (!hearing.ended.isDone()) {
            var silent = System.nanoTime() - Math.max(begin, hearing.lastWord);
            var left = length.toNanos() - silent;
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    @Override
    public void close() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(broken -> socket);
        socket.abort();
    }

    private static final class Hearing implements WebSocket.Listener {
        private final OutputStream out;
        private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
        private volatile long lastWord;

        Hearing(OutputStream out) {
            this.out = out;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            var bytes = new byte[data.remaining()];
            data.get(bytes);
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lastWord = System.nanoTime();
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            ended.complete(null);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.completeExceptionally(error);
        }
    }
}
