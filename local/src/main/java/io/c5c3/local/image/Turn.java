package io.c5c3.local.image;

import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;

/** One builder at a time, among all threads and processes of this machine. It may end in another thread than it began. */
final class Turn implements AutoCloseable {
    // The operating system's lock belongs to the process, so those within this one need their own.
    private static final Semaphore PROCESS = new Semaphore(1);

    private final FileChannel channel;

    private Turn(FileChannel channel) {
        this.channel = channel;
    }

    static Turn await(Path file, Progress progress) {
        PROCESS.acquireUninterruptibly();
        try {
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                try (var step = progress.begin("Waiting for another c5c3 that builds images")) {
                    step.detail(file.toString());
                    channel.lock();
                }
            }
            return new Turn(channel);
        } catch (IOException e) {
            PROCESS.release();
            throw new LocalException(file + " cannot be locked: set C5C3_CACHE to a folder that can be written.", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            PROCESS.release();
        }
    }
}
