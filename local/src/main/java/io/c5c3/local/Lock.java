package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One holder at a time, among all threads and processes of this machine; a killed holder leaves it free. */
final class Lock implements AutoCloseable {
    // The operating system's lock belongs to the process, so the threads of this one need their own.
    private static final ConcurrentHashMap<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final Path file;
    private final ReentrantLock thread;
    private final FileChannel channel;

    private Lock(Path file, ReentrantLock thread, FileChannel channel) {
        this.file = file;
        this.thread = thread;
        this.channel = channel;
    }

    /** Waits until it is ours, and says so when somebody else has it. */
    static Lock hold(Path file, Progress progress) {
        var thread = THREADS.computeIfAbsent(file, path -> new ReentrantLock());
        thread.lock();
        try {
            while (true) {
                var channel = open(file);
                if (acquire(file, channel, progress)) {
                    return new Lock(file, thread, channel);
                }
                channel.close();
            }
        } catch (IOException e) {
            thread.unlock();
            throw new LocalException(
                    "The lock " + file + " cannot be taken: make its folder writable, or run as root.", e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        while (true) {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try {
                return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (NoSuchFileException e) {
                // Somebody who purged his cluster has just removed the folder, too.
            }
        }
    }

    private static boolean acquire(Path file, FileChannel channel, Progress progress) throws IOException {
        if (channel.tryLock() == null) {
            try (var step = progress.begin("Waiting for another c5c3 that is at work here")) {
                step.detail(file.toString());
                channel.lock();
            }
        }
        // The holder before us may have deleted the file: then this lock guards a file that nobody else can find.
        var token = UUID.randomUUID().toString();
        channel.truncate(0).write(ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8)));
        try {
            return Files.readString(file).equals(token);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Removes the file; the lock is still held until it is closed. */
    void delete() {
        Text.delete(file);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            thread.unlock();
        }
    }
}
