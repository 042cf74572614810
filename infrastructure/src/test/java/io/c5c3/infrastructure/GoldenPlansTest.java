package io.c5c3.infrastructure;

import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.engine.Golden;
import io.c5c3.infrastructure.mariadb.MariaDBBlueprint;
import io.c5c3.infrastructure.memcached.MemcachedBlueprint;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenPlansTest {

    @ParameterizedTest
    @ValueSource(strings = {"mariadb/minimal", "mariadb/full", "mariadb/members", "mariadb/backup", "mariadb/restore"})
    void mariadb(String name) {
        Golden.check(new MariaDBBlueprint(), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memcached/minimal", "memcached/full", "memcached/logins"})
    void memcached(String name) {
        Golden.check(new MemcachedBlueprint(), name);
    }

    /** The example of the documents, on a cluster without the Prometheus operator. */
    @Test
    void memcachedOfTheSeed() {
        Golden.check(new MemcachedBlueprint(), "memcached/seed", Golden.facts(Set.of(ServiceMonitor.class)));
    }
}
