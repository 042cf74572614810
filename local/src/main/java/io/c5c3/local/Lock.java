package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One holder at a time, among all threads and processes of this machine; a killed holder leaves it free. */
final class Lock implements AutoCloseable {
    // The operating system's lock belongs to the process, so the threads of this one need their own.
    private static final ConcurrentHashMap<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private static final Object GONE = "gone";

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
                var identity = create(file);
                var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                acquire(file, channel, progress);
                // The holder before us may have deleted the file: then this lock guards one that nobody else can find.
                if (identity.equals(identity(file))) {
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

    private static Object create(Path file) throws IOException {
        while (true) {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try {
                Files.createFile(file);
            } catch (FileAlreadyExistsException | NoSuchFileException e) {
                // It is there; or somebody who purged his cluster has just removed the folder, too.
            }
            var identity = identity(file);
            if (!identity.equals(GONE)) {
                return identity;
            }
        }
    }

    /** Never by opening it: to close any descriptor of a file gives up all locks that the process has on it. */
    private static Object identity(Path file) throws IOException {
        try {
            return Objects.requireNonNull(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return GONE;
        }
    }

    private static void acquire(Path file, FileChannel channel, Progress progress) throws IOException {
        if (channel.tryLock() == null) {
            try (var step = progress.begin("Waiting for another c5c3 that is at work here")) {
                step.detail(file.toString());
                channel.lock();
            }
        }
    }

    /** Removes the file; the lock is still held until it is closed. */
    void delete() {
        Text.delete(file);
    }

    /** A second time does nothing. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            thread.unlock();
        }
    }
}
