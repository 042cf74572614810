package io.c5c3.services.tempest;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TempestGoldenTest {

    @Test
    void asTheDesignShowsIt() {
        Golden.check(
                new TempestBlueprint(),
                "tempest/seed",
                Golden.facts(Neighbours.secret(
                        "tempest-app-credential-secret",
                        Map.of("application_credential_id", "c0ffee", "application_credential_secret", "x"))));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(
                new TempestBlueprint(),
                "tempest/full",
                Golden.facts(
                        Neighbours.keystone(),
                        Neighbours.login("smoke"),
                        Neighbours.secret("authority", Map.of("ca.crt", "x"))));
    }
}
