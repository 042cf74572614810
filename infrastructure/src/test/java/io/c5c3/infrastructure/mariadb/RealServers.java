package io.c5c3.infrastructure.mariadb;

import io.c5c3.local.Debian;
import io.c5c3.local.Progress;
import io.c5c3.local.Unpacked;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Database servers of this machine, and the scripts as they are, with folders of a test in place of those of containers. */
final class RealServers implements AutoCloseable {

    private static final List<String> SCRIPTS =
            List.of("backup-source.sh", "backup-copy.sh", "backup.sh", "restore.sh");

    private final Path root;
    private final List<Process> running = new ArrayList<>();
    private final Unpacked programs = Debian.mariadb(Progress.lines(System.out));
    private final int port;

    record Run(int code, String said, String told) {}

    /** @param certificate of the pods, and of who comes to them */
    RealServers(Path root, Secret certificate) throws IOException {
        this.root = root;
        try (var socket = new ServerSocket(0)) {
            this.port = socket.getLocalPort();
        }
        for (var folder : List.of("scripts", "tls", "own", "programs", "backups")) {
            Files.createDirectory(root.resolve(folder));
        }
        write("tls", certificate);
        write("own", certificate);
        for (var script : SCRIPTS) {
            Files.writeString(root.resolve("scripts").resolve(script), text(script));
        }
        // A server refuses to be root unless it is told so; those in containers are not.
        var asRoot = "root".equals(System.getProperty("user.name")) ? " --user=root" : "";
        var wrapper = root.resolve("programs/mariadbd");
        Files.writeString(
                wrapper,
                "#!/bin/sh\nexec " + programs.program("mariadbd") + " \"$@\"" + asRoot
                        + base().map(option -> " " + option).orElse("") + "\n");
        if (!wrapper.toFile().setExecutable(true)) {
            throw new IOException(wrapper + " cannot be made executable");
        }
    }

    /** Where the server finds what came with it. */
    private Optional<String> base() {
        return programs.home().map(home -> "--basedir=" + home.resolve("usr"));
    }

    void write(String folder, Secret certificate) throws IOException {
        for (var entry : certificate.getData().entrySet()) {
            Files.write(
                    root.resolve(folder).resolve(entry.getKey()),
                    Base64.getDecoder().decode(entry.getValue()));
        }
    }

    private String text(String script) throws IOException {
        try (var stream = RealServers.class.getResourceAsStream(script)) {
            return new String(Objects.requireNonNull(stream, script).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("/run/mysqld/mysqld.sock", socket("data").toString())
                    .replace("/var/lib/mysql", "${DATA:-" + root.resolve("data") + "}")
                    .replace(
                            "/run/secrets/backup",
                            root.resolve(script.equals(BackupSource.SCRIPT) ? "tls" : "own")
                                    .toString())
                    .replace("/dev/termination-log", root.resolve("told").toString())
                    .replace("/tmp/backup", root.resolve("backup").toString())
                    .replace("4570", String.valueOf(port));
        }
    }

    private Path socket(String data) {
        return root.resolve(data + ".sock");
    }

    /** A new server with data of a cloud in it. */
    void install(String data) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "mariadb-install-db", "--no-defaults", "--force", "--skip-test-db", "--datadir=" + root.resolve(data)));
        base().ifPresent(command::add);
        run(Map.of(), command.toArray(String[]::new));
    }

    Process start(String data, String... options) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                root.resolve("programs/mariadbd").toString(),
                "--no-defaults",
                "--datadir=" + root.resolve(data),
                "--socket=" + socket(data),
                "--pid-file=" + root.resolve(data + ".pid"),
                "--skip-networking",
                "--character-set-server=utf8mb4",
                "--innodb-buffer-pool-size=32M"));
        command.addAll(List.of(options));
        var server = begin(command, data);
        for (var tries = 0; tries < 1800; tries++) {
            if (!server.isAlive()) {
                throw new IllegalStateException(Files.readString(root.resolve(data + ".log")));
            }
            if (ask(data, "SELECT 1").equals("1")) {
                return server;
            }
            server.waitFor(100, TimeUnit.MILLISECONDS);
        }
        throw new IllegalStateException("No server after three minutes");
    }

    /** Gives copies away, as the container beside a server does. */
    void listen() throws IOException {
        begin(List.of("bash", root.resolve("scripts/backup-source.sh").toString(), "listen"), "listen");
    }

    private Process begin(List<String> command, String log) throws IOException {
        var process = builder(command)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve(log + ".log").toFile())
                .start();
        running.add(process);
        return process;
    }

    String ask(String data, String statement) throws IOException, InterruptedException {
        var run = run(
                Map.of(),
                "mariadb",
                "--no-defaults",
                "--skip-ssl",
                "--socket=" + socket(data),
                "--user=root",
                "-BN",
                "-e",
                statement);
        return run.said().strip();
    }

    Run backup(String... arguments) throws IOException, InterruptedException {
        return script(Map.of(), "backup.sh", arguments);
    }

    Run restore(String data, String... arguments) throws IOException, InterruptedException {
        Files.createDirectories(root.resolve(data));
        return script(Map.of("DATA", root.resolve(data).toString()), "restore.sh", arguments);
    }

    private Run script(Map<String, String> environment, String script, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "bash",
                root.resolve("scripts").resolve(script).toString(),
                backups().toString()));
        command.addAll(List.of(arguments));
        return run(environment, command.toArray(String[]::new));
    }

    private ProcessBuilder builder(List<String> command) {
        // The first word is looked for by this process, not by the one that it starts.
        var words = new ArrayList<>(command);
        words.set(
                0,
                command.getFirst().startsWith("/")
                        ? command.getFirst()
                        : programs.program(command.getFirst()).toString());
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(programs.environment());
        return builder;
    }

    private Run run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Files.deleteIfExists(root.resolve("told"));
        var builder = builder(List.of(command)).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().merge("PATH", "", (path, none) -> root.resolve("programs") + ":" + path);
        var process = builder.start();
        try (var output = process.getInputStream()) {
            var said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            var code = process.waitFor();
            var told = root.resolve("told");
            return new Run(code, said, Files.exists(told) ? Files.readString(told) : "");
        }
    }

    Path backups() {
        return root.resolve("backups");
    }

    /** The good ones, by name. */
    List<String> good() throws IOException {
        try (var files = Files.list(backups())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() {
        try {
            for (var process : running.reversed()) {
                var all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                        .toList();
                all.forEach(ProcessHandle::destroy);
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    all.forEach(ProcessHandle::destroyForcibly);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
