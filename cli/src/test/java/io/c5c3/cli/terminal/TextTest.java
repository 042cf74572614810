package io.c5c3.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTest {

    @Test
    void coloursDoNotCountAsWidth() {
        var text = Text.of(Style.GOOD, "Ready").plus(" now");
        assertThat(text.width()).isEqualTo(9);
        assertThat(text.painted()).isEqualTo("\033[32mReady\033[0m now");
        assertThat(text).hasToString("Ready now");
    }

    @Test
    void cuttingKeepsStylesAndLeavesAMark() {
        var text = Text.of(Style.BAD, "abc").plus("defgh");
        assertThat(text.cut(6)).hasToString("abcde…");
        assertThat(text.cut(6).painted()).isEqualTo("\033[31mabc\033[0mde…");
        assertThat(text.cut(8)).isSameAs(text);
    }

    @Test
    void whatOthersWriteCannotBreakTheLine() {
        assertThat(Text.of("\033[1mone\033[0m\n\ttwo\007")).hasToString("one two");
    }

    @Test
    void columnsStandBelowEachOtherAndEmptyOnesAreLeftOut() {
        var lines = new Columns("NAME", "STATE", "PHASE", "DETAILS")
                .row(Text.of("a"), Text.of(Style.GOOD, "Ready"), Text.EMPTY, Text.EMPTY)
                .row(Text.of("longer"), Text.of("Not ready"), Text.EMPTY, Text.of("because"))
                .lines();
        assertThat(lines)
                .extracting(Text::toString)
                .containsExactly("NAME    STATE      DETAILS", "a       Ready", "longer  Not ready  because");
        assertThat(lines.get(1).width()).as("no blanks at the end").isEqualTo(13);
    }

    @Test
    void durationsAreSaidAsPeopleSayThem() {
        assertThat(Elapsed.precise(Duration.ofMillis(412))).isEqualTo("0.4 s");
        assertThat(Elapsed.precise(Duration.ofMillis(59_940))).isEqualTo("59.9 s");
        assertThat(Elapsed.precise(Duration.ofMillis(59_960))).isEqualTo("0 min 59 s");
        assertThat(Elapsed.precise(Duration.ofSeconds(125))).isEqualTo("2 min 05 s");
        assertThat(Elapsed.precise(Duration.ofMinutes(200))).isEqualTo("3 h 20 min");
        assertThat(Elapsed.whole(Duration.ofMillis(4_900))).isEqualTo("4 s");
        assertThat(Elapsed.age(Duration.ofSeconds(119))).isEqualTo("119s");
        assertThat(Elapsed.age(Duration.ofMinutes(119))).isEqualTo("119m");
        assertThat(Elapsed.age(Duration.ofHours(47))).isEqualTo("47h");
        assertThat(Elapsed.age(Duration.ofDays(3))).isEqualTo("3d");
        assertThat(Elapsed.age(Duration.ofSeconds(-5))).as("clocks differ").isEqualTo("0s");
    }

    @Test
    void noColorIsHonoured() {
        assertThat(Terminal.wantsColours(Map.of())).isTrue();
        assertThat(Terminal.wantsColours(Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.wantsColours(Map.of("NO_COLOR", "1"))).isFalse();
    }
}
