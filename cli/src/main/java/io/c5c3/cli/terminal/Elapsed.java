package io.c5c3.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Durations as people say them. */
public final class Elapsed {
    private Elapsed() {}

    /** To the tenth of a second while that matters: "0.4 s", "12.3 s", "2 min 05 s", "3 h 20 min". */
    public static String precise(Duration time) {
        if (time.toMillis() < 59_950) {
            return String.format(Locale.ROOT, "%.1f s", Math.max(0, time.toMillis()) / 1000.0);
        }
        if (time.toHours() == 0) {
            return String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart());
        }
        return String.format(Locale.ROOT, "%d h %02d min", time.toHours(), time.toMinutesPart());
    }

    /** For times that are only known to the second: "4 s", "2 min 05 s". */
    public static String whole(Duration time) {
        return time.toSeconds() < 60 ? Math.max(0, time.toSeconds()) + " s" : precise(time);
    }

    /** As short as an age can be: "12s", "5m", "3h", "4d". */
    public static String age(Duration time) {
        var seconds = Math.max(0, time.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        if (time.toMinutes() < 120) {
            return time.toMinutes() + "m";
        }
        return time.toHours() < 48 ? time.toHours() + "h" : time.toDays() + "d";
    }
}
