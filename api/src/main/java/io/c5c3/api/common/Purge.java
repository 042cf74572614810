package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * When rows that a service only marked as deleted are taken out of its database.
 *
 * @param enabled whether they are
 * @param afterDays how long ago they must have been deleted
 */
@ValidationRule(value = "self.schedule" + Cron.MATCHES, message = "purge.schedule" + Cron.MESSAGE)
public record Purge(
        @Default("true") Boolean enabled,

        @Size(max = Cron.LONGEST) @Default("30 3 * * *") String schedule,

        @Min(1) @Max(3650) @Default("30") Integer afterDays,
        @Default("false") Boolean suspend) {

    @SuppressWarnings("NullAway")
    public static final Purge DEFAULT = new Purge(null, null, null, null);

    public Purge {
        enabled = enabled == null || enabled;
        schedule = schedule == null ? "30 3 * * *" : schedule;
        afterDays = afterDays == null ? 30 : afterDays;
        suspend = suspend != null && suspend;
    }
}
