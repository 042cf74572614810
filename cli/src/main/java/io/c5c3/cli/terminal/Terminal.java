package io.c5c3.cli.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where text for a person goes, and what that place can show. */
public final class Terminal {
    private static final Size UNKNOWN = new Size(100, 40);

    /** In characters. */
    public record Size(int width, int height) {}

    private final PrintStream out;
    private final boolean interactive;
    private final boolean colours;
    private volatile Size size;

    private Terminal(PrintStream out, boolean interactive, boolean colours, Size size) {
        this.out = out;
        this.interactive = interactive;
        this.colours = colours;
        this.size = size;
    }

    /** The place that standard output leads to; {@code plain} takes it for one that shows nothing but lines. */
    public static Terminal detect(boolean plain) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var environment = System.getenv();
        var interactive = !plain && isTerminal(1) && !"dumb".equals(environment.get("TERM"));
        var terminal = new Terminal(out, interactive, interactive && wantsColours(environment), UNKNOWN);
        if (interactive) {
            terminal.size = measure();
            Signals.on("WINCH", () -> terminal.size = measure());
        }
        return terminal;
    }

    /** For output that nobody looks at while it comes. */
    public static Terminal lines(PrintStream out) {
        return new Terminal(out, false, false, UNKNOWN);
    }

    /** For tests: a terminal of a known size. */
    static Terminal screen(PrintStream out, boolean colours, Size size) {
        return new Terminal(out, true, colours, size);
    }

    /** See no-color.org: any value that is not empty counts. */
    static boolean wantsColours(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** Whether a file descriptor of this process leads to a terminal: 0 is its input, 1 its output. */
    public static boolean isTerminal(int descriptor) {
        var link = Path.of("/proc/self/fd/" + descriptor);
        try {
            if (Files.exists(link)) {
                var target = link.toRealPath().toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
        } catch (IOException e) {
            return false;
        }
        return Objects.requireNonNull(System.console()).isTerminal();
    }

    private static Size measure() {
        try {
            var process = new ProcessBuilder("stty", "size")
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
            var numbers = answer.split(" ", -1);
            if (process.waitFor() == 0 && numbers.length == 2) {
                var size = new Size(Integer.parseInt(numbers[1]), Integer.parseInt(numbers[0]));
                // Serial lines and some test harnesses say zero when they do not know.
                return size.width() < 20 || size.height() < 5 ? UNKNOWN : size;
            }
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return UNKNOWN;
    }

    public boolean interactive() {
        return interactive;
    }

    public Size size() {
        return size;
    }

    public void print(Text line) {
        out.println(shown(line));
    }

    public void print(String line) {
        out.println(line);
    }

    /** A terminal's lines are cut, so that columns stay columns; elsewhere nothing is ever left out. */
    public void print(List<Text> lines) {
        lines.forEach(line -> print(interactive ? line.cut(size.width()) : line));
    }

    /** As it can be shown here. */
    String shown(Text line) {
        return colours ? line.painted() : line.toString();
    }

    /** Characters and control sequences, as they are. */
    void write(String raw) {
        out.print(raw);
        out.flush();
    }
}
