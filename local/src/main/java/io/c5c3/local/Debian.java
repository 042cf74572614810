package io.c5c3.local;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts that come as Debian packages. A part is there when dpkg calls its package installed: a program is on the path, and a
 * folder full, long before all that they stand on has been set up.
 */
public final class Debian {
    /** Outside of all that a person may point elsewhere: there is one set of packages on a machine. */
    private static final Path LOCK = Path.of("/run/lock/c5c3-packages.lock");

    private static final String ADVICE =
            "see that this machine reaches its package sources, and run the same command again";

    private static final List<Part> PARTS = List.of(
            new Part("containerd", "containerd"),
            new Part("runc", "runc"),
            new Part("containernetworking-plugins", "/usr/lib/cni/ptp"),
            new Part("iproute2", "ip"),
            new Part("util-linux", "nsenter"),
            new Part("iptables", "iptables"),
            new Part("ipset", "ipset"),
            new Part("conntrack", "conntrack"),
            new Part("ebtables", "ebtables"),
            new Part("ethtool", "ethtool"),
            new Part("socat", "socat"),
            new Part("buildah", "buildah", "/etc/containers/policy.json"),
            new Part("mmdebstrap", "mmdebstrap"),
            new Part("uidmap", "newuidmap"));

    /** Only for tests that look at pages: no cluster needs one. */
    private static final List<Part> BROWSER = List.of(new Part("chromium", "chromium"));

    /** Only for tests that run servers of their own. */
    private static final List<String> MARIADB =
            List.of("mariadb-server-core", "mariadb-client-core", "mariadb-backup", "socat", "zstd");

    private static final List<String> MARIADB_PROGRAMS =
            List.of("mariadbd", "mariadb", "mariadb-install-db", "mariadb-backup", "mbstream", "socat", "zstd");

    // What was whole stays whole while this program runs; asking dpkg takes longer than all else there is to look at.
    private static volatile boolean whole;

    private Debian() {}

    /**
     * Something that a package brings.
     *
     * @param brings programs by their names, files by their paths: by these a part counts as there that came another way
     */
    record Part(String name, List<String> brings) {
        Part(String name, String... brings) {
            this(name, List.of(brings));
        }

        /** Whether nobody is still at work on it, and nothing of it has been lost. */
        boolean isThere(PackageStates states) {
            return !states.isHalf(name) && brings.stream().allMatch(Debian::isThere);
        }

        /** What has to be installed to bring it back: a lost file may belong to another package than the part's own. */
        Stream<String> remedies(PackageStates states) {
            var owners = brings.stream()
                    .filter(brought -> brought.startsWith("/") && !Debian.isThere(brought))
                    .flatMap(file -> states.owner(file).stream());
            return Stream.concat(Stream.of(name), owners);
        }
    }

    /** Installs what is missing for a full cluster and its images, and returns when it is whole; by then all of it works. */
    public static void ensure(Progress progress) {
        if (!isWhole()) {
            ensure(PARTS, "The local cluster", progress);
        }
    }

    /** Installs a browser unless there is one, and returns the program. */
    public static Path browser(Progress progress) {
        ensure(BROWSER, "A test that looks at pages", progress);
        return Tools.onPath("chromium").orElseThrow();
    }

    /** Prometheus, with promtool beside it. It is not installed: that would start a server on every machine with an init. */
    public static Path prometheus(Progress progress) {
        return Tools.onPath("prometheus")
                .filter(program -> Files.isExecutable(program.resolveSibling("promtool")))
                .orElseGet(() ->
                        unpacked("prometheus", List.of("prometheus"), progress).program("prometheus"));
    }

    /** MariaDB, and what its backups are made with. It is not installed, for the same reason. */
    public static Unpacked mariadb(Progress progress) {
        return MARIADB_PROGRAMS.stream().allMatch(Debian::isThere)
                ? new Unpacked(Optional.empty())
                : unpacked("mariadb", MARIADB, progress);
    }

    /** Packages that are only unpacked, into the cache. */
    private static Unpacked unpacked(String name, List<String> packages, Progress progress) {
        var home = Cache.directory().resolve("packages").resolve(name);
        if (!Files.exists(home)) {
            progress.run("Unpacking the Debian package " + name, step -> unpack(packages, home, step));
        }
        return new Unpacked(Optional.of(home));
    }

    /** To a name of its own first, so that a killed process leaves nothing that looks whole. */
    private static void unpack(List<String> packages, Path home, Progress.Step step) {
        try {
            Files.createDirectories(home.getParent());
            var unfinished = Files.createTempDirectory(
                    home.getParent(), home.getFileName().toString());
            if (Root.isUs()) {
                quiet(Command.of("apt-get", "-q", "update"), packages, step);
            }
            var archives = Files.createDirectories(unfinished.resolve("archives"));
            Files.createDirectories(archives.resolve("partial"));
            quiet(download(packages, archives), packages, step);
            var all = Files.createDirectories(unfinished.resolve("all"));
            try (var found = Files.newDirectoryStream(archives, "*.deb")) {
                for (var one : found) {
                    quiet(Command.of("dpkg-deb", "--extract", one.toString(), all.toString()), packages, step);
                }
            }
            Files.move(all, home, StandardCopyOption.ATOMIC_MOVE);
            Command.of("rm", "-r", unfinished.toString()).run();
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            step.detail("somebody else was faster");
        } catch (IOException e) {
            throw new LocalException(
                    "The packages " + String.join(", ", packages) + " cannot be unpacked to " + home + ".", e);
        }
    }

    /** With all that they stand on and this machine has not. Nothing is changed, so it needs neither the rights nor the locks to. */
    private static Command download(List<String> packages, Path archives) {
        var words = new ArrayList<>(
                List.of("apt-get", "-q", "-y", "-o", "Dir::Cache::archives=" + archives, "-o", "Debug::NoLocking=1"));
        words.addAll(List.of("--no-install-recommends", "--download-only", "install"));
        words.addAll(packages);
        return Command.of(words);
    }

    private static void ensure(List<Part> parts, String who, Progress progress) {
        var missing = missing(parts, PackageStates.read());
        if (missing.isEmpty()) {
            return;
        }
        if (!Root.isUs()) {
            throw new LocalException(who + " needs Debian packages: run 'sudo apt-get install "
                    + String.join(" ", missing) + "' and try again.");
        }
        // One at a time, and everybody looks again: whoever was first has installed it for all.
        try (var lock = Lock.hold(LOCK, progress)) {
            if (!missing(parts, PackageStates.read()).isEmpty()) {
                install(parts, progress);
            }
        }
    }

    /** Whether everything is there. */
    public static boolean isWhole() {
        whole = whole || missing(PackageStates.read()).isEmpty();
        return whole;
    }

    private static void install(List<Part> parts, Progress progress) {
        var states = PackageStates.read();
        var missing = missing(parts, states);
        var apt = Tools.onPath("apt-get")
                .orElseThrow(() -> new LocalException("This machine has no apt-get: install "
                        + String.join(", ", missing) + " with its own package manager."))
                .toString();
        progress.run("Installing " + missing.size() + " Debian packages", step -> {
            step.detail(String.join(", ", missing));
            if (states.anyHalf()) {
                // Somebody was killed in the middle; nothing can be installed before that is brought to its end.
                quiet(Command.of("dpkg", "--configure", "-a"), missing, step);
            }
            apt(apt, missing, step, List.of("update"));
            // Files of /etc that a person has deleted come back only on request.
            var words = new ArrayList<>(List.of("-o", "Dpkg::Options::=--force-confmiss"));
            words.addAll(List.of("install", "-y", "--no-install-recommends", "--reinstall"));
            words.addAll(missing);
            apt(apt, missing, step, words);
        });
        var left = missing(parts, PackageStates.read());
        if (!left.isEmpty()) {
            throw new LocalException("apt-get installed " + String.join(", ", left)
                    + ", and yet something that belongs to it is not there: see 'dpkg --audit' and 'dpkg --verify'.");
        }
    }

    private static void apt(String apt, List<String> missing, Progress.Step step, List<String> arguments) {
        // Another package installation may be under way: wait for it rather than fail. What cannot be fetched is an
        // error at once, not a warning that something else fails of later.
        var words = new ArrayList<>(
                List.of(apt, "-q", "-o", "DPkg::Lock::Timeout=300", "-o", "APT::Update::Error-Mode=any"));
        words.addAll(arguments);
        quiet(Command.of(words), missing, step);
    }

    private static void quiet(Command command, List<String> missing, Progress.Step step) {
        command.with("DEBIAN_FRONTEND", "noninteractive")
                .otherwise("The Debian packages " + String.join(", ", missing) + " cannot be installed", ADVICE)
                .run(step::detail);
    }

    static List<String> missing(PackageStates states) {
        return missing(PARTS, states);
    }

    private static List<String> missing(List<Part> parts, PackageStates states) {
        return parts.stream()
                .filter(part -> !part.isThere(states))
                .flatMap(part -> part.remedies(states))
                .distinct()
                .toList();
    }

    static List<String> names() {
        return PARTS.stream().map(Part::name).toList();
    }

    private static boolean isThere(String brought) {
        return brought.startsWith("/")
                ? Files.exists(Path.of(brought)) || Files.exists(ownPlugins(brought))
                : Tools.onPath(brought).isPresent();
    }

    /** Where network plugins live when they were not installed by Debian's package. */
    private static Path ownPlugins(String debian) {
        return Path.of("/opt/cni/bin").resolve(Path.of(debian).getFileName());
    }

    /** The folder of the network plugins. */
    static Path networkPlugins() {
        var debian = Path.of("/usr/lib/cni");
        return Files.exists(debian.resolve("ptp")) ? debian : Path.of("/opt/cni/bin");
    }
}
