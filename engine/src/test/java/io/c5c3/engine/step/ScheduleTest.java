package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    @ParameterizedTest
    @CsvSource({
        "0 0 * * 0, 2026-01-04T00:00:00Z",
        "0 0 * * SUN, 2026-01-04T00:00:00Z",
        "*/5 * * * *, 2026-01-01T00:05:00Z",
        "0 0 29 2 *, 2028-02-29T00:00:00Z",
        "@hourly, 2026-01-01T01:00:00Z",
        "@daily, 2026-01-02T00:00:00Z",
        "@weekly, 2026-01-04T00:00:00Z",
        "@monthly, 2026-02-01T00:00:00Z",
        "@yearly, 2027-01-01T00:00:00Z",
        "@annually, 2027-01-01T00:00:00Z"
    })
    void comesWhenCronSays(String text, String next) {
        assertThat(Schedule.problem(text)).isEmpty();
        assertThat(Schedule.parse(text).after(Instant.parse("2026-01-01T00:00:00Z")))
                .isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "61 * * * *", "a b c d e", "@sometimes", "0 0 30 2 *", "* * * * * *"})
    void whatIsNoScheduleIsRefused(String text) {
        assertThat(Schedule.problem(text)).isPresent();
    }
}
