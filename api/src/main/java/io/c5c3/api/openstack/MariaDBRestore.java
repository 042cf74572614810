package io.c5c3.api.openstack;

import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What new servers begin with. It fills empty volumes, once; servers that have data are never changed by it.
 *
 * @param persistentVolumeClaim the volume that backups of a database are on: mariadb-backups, if it was MariaDB/mariadb
 * @param backup the name of one, as status.backup.lastGood tells it; the last good one, when absent
 */
@RecordBuilder
public record MariaDBRestore(
        @Required @Size(min = 1, max = 253) String persistentVolumeClaim,
        @Nullable @Pattern("^[0-9]{8}T[0-9]{6}Z$") String backup) {}
