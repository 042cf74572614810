package io.c5c3.services.tempest;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
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

    /** Whose rules are those of the newer releases: each asks for the role and the scope that a request needs, and for no more. */
    private static final List<String> SCOPED = List.of("cinder", "glance", "keystone", "neutron", "nova", "placement");

    private static final String SCRIPT = Shipped.file(TempestConfig.class, PROGRAM);

    ServiceConfig of(Facts facts) {
        var spec = tempest.getSpec();
        var selection = new TestSelection(spec.tests());
        return new ServiceConfig(
                FOLDER,
                "tempest.conf",
                consoles(ini(), facts),
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
                files(selection),
                selection.problem().or(this::problem).or(login::problem));
    }

    private static SortedMap<String, String> files(TestSelection selection) {
        var files = new TreeMap<>(
                Map.of("include.txt", selection.includes(), "exclude.txt", selection.excludes(), PROGRAM, SCRIPT));
        selection.leftOut().ifPresent(lines -> files.put("left-out.txt", lines));
        return files;
    }

    private Ini ini() {
        var ini = Ini.empty()
                .set(Ini.DEFAULT, "log_dir", WORK)
                .set(Ini.DEFAULT, "log_file", "tempest.log")
                .set("auth", "use_dynamic_credentials", true)
                .set("identity", "uri_v3", login.authUrl())
                .set("identity", "region", login.region())
                .set("identity", "v3_endpoint_type", INTERNAL)
                // What the services of this project are told, and no API tells.
                .set("compute-feature-enabled", "resize", true)
                .set("compute-feature-enabled", "stable_rescue", true)
                .set("compute-feature-enabled", "hostname_fqdn_sanitization", true)
                .set("compute-feature-enabled", "nova_policy_roles", "admin,manager,member,reader")
                // The tests that ask for this upload random bytes in the first container and its first formats. Glance
                // compares bytes
                // and format where nothing is around them, which is the second.
                .set("image-feature-enabled", "image_format_enforcement", false)
                .set("image", "disk_formats", "raw,qcow2,vmdk,vdi,vhd,vhdx,iso")
                .set("image", "container_formats", "ovf,bare")
                .set("validation", "run_validation", tempest.getSpec().tests().guestAccess())
                .set("oslo_concurrency", "lock_path", WORK + "/lock");
        for (var service : SCOPED) {
            ini = ini.set("enforce_scope", service, true);
        }
        for (var section : List.of("compute", "image", "network", "placement", "volume")) {
            ini = ini.set(section, "endpoint_type", INTERNAL);
        }
        return authority ? ini.set("identity", "ca_certificates_file", AUTHORITY + "/ca.crt") : ini;
    }

    /** No API tells whether there are consoles; the Nova that the tests wait for does. */
    private Ini consoles(Ini ini, Facts facts) {
        return tempest.getSpec().dependsOn().stream()
                .filter(dependency -> HasMetadata.getKind(Nova.class).equals(dependency.kind()))
                .flatMap(dependency -> facts.neighbour(Nova.class, dependency.name()).stream())
                .findFirst()
                .map(nova -> ini.set(
                                "compute-feature-enabled",
                                "vnc_console",
                                nova.getSpec().novncproxy().enabled())
                        .set(
                                "compute-feature-enabled",
                                "serial_console",
                                nova.getSpec().serialproxy().enabled()))
                .orElse(ini);
    }
}
