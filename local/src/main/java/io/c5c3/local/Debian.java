package io.c5c3.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts that come as Debian packages, each known by a program or file it brings. */
public final class Debian {
    private static final Map<String, String> BROUGHT = brought();

    private Debian() {}

    private static Map<String, String> brought() {
        var packages = new LinkedHashMap<String, String>();
        packages.put("containerd", "containerd");
        packages.put("runc", "runc");
        packages.put("containernetworking-plugins", "/usr/lib/cni/ptp");
        packages.put("iproute2", "ip");
        packages.put("util-linux", "nsenter");
        packages.put("iptables", "iptables");
        packages.put("conntrack", "conntrack");
        packages.put("ebtables", "ebtables");
        packages.put("ethtool", "ethtool");
        packages.put("socat", "socat");
        packages.put("buildah", "buildah");
        packages.put("mmdebstrap", "mmdebstrap");
        packages.put("uidmap", "newuidmap");
        return packages;
    }

    /** Installs what is missing for a full cluster and its images; does nothing, in a millisecond, when all is there. */
    public static void ensure(Progress progress) {
        var missing = missing();
        if (missing.isEmpty()) {
            return;
        }
        var install = "apt-get install " + String.join(" ", missing);
        if (!Root.isUs()) {
            throw new LocalException(
                    "The local cluster needs Debian packages: run 'sudo " + install + "' and try again.");
        }
        var apt = Tools.onPath("apt-get")
                .orElseThrow(() -> new LocalException("This machine has no apt-get: install "
                        + String.join(", ", missing) + " with its own package manager."))
                .toString();
        progress.run("Installing " + String.join(", ", missing), step -> {
            apt(apt, step, List.of("update"));
            var words = new ArrayList<>(List.of("install", "-y", "--no-install-recommends"));
            words.addAll(missing);
            apt(apt, step, words);
        });
    }

    private static void apt(String apt, Progress.Step step, List<String> arguments) {
        // Another package installation may be under way: wait for it rather than fail.
        var words = new ArrayList<>(List.of(apt, "-q", "-o", "DPkg::Lock::Timeout=300"));
        words.addAll(arguments);
        Command.of(words).with("DEBIAN_FRONTEND", "noninteractive").run(step::detail);
    }

    static List<String> missing() {
        return BROUGHT.entrySet().stream()
                .filter(entry -> !isThere(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
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
