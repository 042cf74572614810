package io.c5c3.services.cinder;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CinderGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(
                new CinderBlueprint(), "cinder/minimal", Golden.facts(Neighbours.keystone(), Neighbours.memcached(1)));
    }

    @Test
    void asTheDesignShowsIt() {
        Golden.check(new CinderBlueprint(), "cinder/seed");
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(
                new CinderBlueprint(),
                "cinder/full",
                Golden.facts(
                        Neighbours.keystone(),
                        Neighbours.secret(
                                "ceph-of-cinder", Map.of("secretUUID", "6a7f1f0e-0000-4000-8000-000000000001")),
                        Neighbours.secret("filer-login", Map.of("netapp_login", "admin", "netapp_password", "x")),
                        Neighbours.secret("more-options", Map.of("backup_swift_key", "x"))));
    }

    @Test
    void withBackupsAsFiles() {
        Golden.check(
                new CinderBlueprint(), "cinder/backup", Golden.facts(Neighbours.keystone(), Neighbours.memcached(1)));
    }
}
