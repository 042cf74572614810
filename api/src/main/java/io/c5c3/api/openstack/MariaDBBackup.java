package io.c5c3.api.openstack;

import io.c5c3.api.common.Cron;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Copies of everything in a database server. One counts as good once a server has run on it and has read every table.
 *
 * @param suspend whether none are made for now
 * @param retention how long good ones are kept
 * @param target where they are kept
 */
@ValidationRule(value = "self.schedule" + Cron.MATCHES, message = "backup.schedule" + Cron.MESSAGE)
@RecordBuilder
public record MariaDBBackup(
        @Size(max = Cron.LONGEST) @Default("30 2 * * *") String schedule,

        @Default("false") Boolean suspend,
        @Default("{}") Retention retention,
        @Required Target target) {

    /**
     * The last good one always stays.
     *
     * @param count how many good ones are kept
     * @param days after how many days one goes, though it would be among those that are kept; only by number, when absent
     */
    @RecordBuilder
    public record Retention(
            @Min(1) @Max(1000) @Default("7") Integer count,
            @Min(1) @Max(3650) @Nullable Integer days) {}

    /**
     * A place outside of the server's own volume.
     *
     * @param persistentVolumeClaim a volume of its own, which stays when the database is deleted
     */
    public record Target(@Required Volume persistentVolumeClaim) {}

    /**
     * A volume for backups.
     *
     * @param size room for all that are kept, compressed, and for one as large as the server's data while it is tried; can be raised
     * @param storageClass as of any volume (kubectl get storageclass); the cluster's default, when absent
     */
    @RecordBuilder
    public record Volume(
            @Required @Pattern("^[1-9][0-9]*(Mi|Gi|Ti)$") String size,
            @Nullable String storageClass) {}
}
