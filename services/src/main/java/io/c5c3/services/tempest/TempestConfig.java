package io.c5c3.services.tempest;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What tempest is told before it looks at the cloud itself, and the program that runs it. */
record TempestConfig(Tempest tempest, ServiceLogin login, boolean authority, Optional<Outcome> problem) {

    static final String FOLDER = "/etc/tempest";
    static final String LOGIN = FOLDER + "/login";
    static final String AUTHORITY = FOLDER + "/ca";
    static final String PROGRAM = "run.py";
    static final String WORK = "/var/lib/tempest";
    static final String REPORTS = "/var/lib/tempest-reports";

    private static final String INTERNAL = "internal";
    private static final String SCRIPT = Shipped.file(TempestConfig.class, PROGRAM);

    ServiceConfig of(Facts facts) {
        var spec = tempest.getSpec();
        var selection = new TestSelection(spec.tests());
        return new ServiceConfig(
                FOLDER,
                "tempest.conf",
                ini(),
                spec.customConfig(),
                ServiceConfig.owned(Map.of(
                        "auth/admin_username", "use keystone.appCredentialRef",
                        "auth/admin_password", "use keystone.appCredentialRef",
                        "auth/admin_project_name", "use keystone.appCredentialRef",
                        "identity/uri_v3", "use keystone.authUrl",
                        "identity/region", "use keystone.region",
                        "identity/ca_certificates_file", "use caSecretRef",
                        "validation/run_validation", "use tests.guestAccess")),
                PolicyFile.of(Optional.empty(), tempest.getMetadata().getNamespace(), facts),
                List.of(),
                new TreeMap<>(Map.of(
                        "include.txt", selection.includes(), "exclude.txt", selection.excludes(), PROGRAM, SCRIPT)),
                selection.problem().or(this::problem).or(login::problem));
    }

    private Ini ini() {
        var ini = Ini.empty()
                .set(Ini.DEFAULT, "log_dir", WORK)
                .set(Ini.DEFAULT, "log_file", "tempest.log")
                .set("auth", "use_dynamic_credentials", true)
                .set("identity", "uri_v3", login.authUrl())
                .set("identity", "region", login.region())
                .set("identity", "v3_endpoint_type", INTERNAL)
                .set("compute", "max_microversion", "latest")
                .set("volume", "max_microversion", "latest")
                .set("placement", "max_microversion", "latest")
                // There is no service for backups.
                .set("volume-feature-enabled", "backup", false)
                .set("validation", "run_validation", tempest.getSpec().tests().guestAccess())
                .set("oslo_concurrency", "lock_path", WORK + "/lock");
        for (var section : List.of("compute", "image", "network", "placement", "volume")) {
            ini = ini.set(section, "endpoint_type", INTERNAL);
        }
        return authority ? ini.set("identity", "ca_certificates_file", AUTHORITY + "/ca.crt") : ini;
    }
}
