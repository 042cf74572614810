package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.TokenCache;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What cinder is told. */
record CinderConfig(Cinder cinder, List<VolumeBackend> backends, Optional<VolumeBackups> backups) {

    static final String FOLDER = "/etc/cinder";

    /** Locks, and images on their way into volumes. */
    static final String STATE = "/var/lib/cinder";

    private static final String FILE = "cinder.conf";
    static final String PATH = FOLDER + "/" + FILE;

    private static final String BACKUP = "use backup";

    /** Sections that mean something else than a backend, besides those we write. */
    private static final Set<String> RESERVED = Set.of(
            "default",
            "backend_defaults",
            "cinder_sys_admin",
            "coordination",
            "cors",
            "privsep_osbrick",
            "profiler",
            "vault");

    /** For the API, the scheduler and the tasks: none of them cares about backends. */
    ServiceConfig of(ServiceLogin login, TokenCache cache, Facts facts) {
        var spec = cinder.getSpec();
        var ini = ini(login, cache);
        return new ServiceConfig(
                FOLDER,
                FILE,
                ini,
                spec.customConfig(),
                ServiceConfig.owned(owned()),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        cinder.getMetadata().getNamespace(),
                        facts),
                List.of("database"),
                new TreeMap<>(),
                namesProblem(ini)
                        .or(() -> backends.stream()
                                .flatMap(backend -> backend.problem().stream())
                                .findFirst())
                        .or(() -> backups.flatMap(VolumeBackups::problem))
                        .or(login::problem)
                        .or(cache::problem));
    }

    /** For one part of the service, which is told more. */
    static ServiceConfig of(ServiceConfig common, Ini ini) {
        return new ServiceConfig(
                common.folder(),
                common.file(),
                ini,
                common.custom(),
                common.owned(),
                common.policy(),
                common.databaseSections(),
                common.more(),
                common.trouble());
    }

    private Map<String, String> owned() {
        var owned = new TreeMap<>(Map.of(
                "default/enabled_backends", "use backends",
                "default/default_volume_type", "use defaultVolumeType",
                "default/host", "it names the volume services, and every volume names its own",
                "default/backup_driver", BACKUP,
                "default/backup_ceph_conf", BACKUP,
                "default/backup_ceph_user", BACKUP,
                "default/backup_ceph_pool", BACKUP,
                "default/backup_posix_path", BACKUP));
        backends.forEach(backend -> {
            owned.put(backend.name() + "/volume_driver", "use backends[].driver");
            owned.put(backend.name() + "/volume_backend_name", "use backends[].name");
            owned.put(backend.name() + "/rbd_secret_uuid", "hypervisors know it too");
        });
        return owned;
    }

    private Ini ini(ServiceLogin login, TokenCache cache) {
        var base = ServiceConfig.messaging(ServiceConfig.base())
                // Pods come and go; what they are called must not, since volumes remember who serves them.
                .set(Ini.DEFAULT, "host", cinder.getMetadata().getName())
                .set(Ini.DEFAULT, "state_path", STATE)
                .set(Ini.DEFAULT, "auth_strategy", "keystone")
                .set(Ini.DEFAULT, "glance_catalog_info", "image:glance:internalURL")
                .set("oslo_concurrency", "lock_path", STATE + "/lock")
                .set("nova", "interface", "internal")
                .set("service_user", "send_service_user_token", true);
        var ini = login.tokens(
                login.keys(login.client(login.client(base, "nova"), "service_user")), "block-storage", cache);
        return login.authority()
                ? ini.set(Ini.DEFAULT, "glance_ca_certificates_file", WsgiServer.CERTIFICATE + "/ca.crt")
                : ini;
    }

    private Optional<Outcome> namesProblem(Ini ini) {
        var names = new HashSet<String>();
        var parts = new HashSet<String>();
        for (var backend : backends) {
            if (RESERVED.contains(backend.name()) || ini.sections().containsKey(backend.name())) {
                return Optional.of(Outcome.mistake(
                        "BackendNameReserved",
                        "[" + backend.name() + "] in cinder.conf is not a backend's: give the backend another name."));
            }
            if (!names.add(backend.name()) || !parts.add(backend.part())) {
                return Optional.of(Outcome.mistake(
                        "BackendNamesClash",
                        "Two backends are called " + backend.name()
                                + ", or so but for - and _: give one another name."));
            }
        }
        var type = cinder.getSpec().defaultVolumeType();
        return type == null || names.contains(type)
                ? Optional.empty()
                : Optional.of(Outcome.mistake(
                        "DefaultVolumeTypeUnknown",
                        "defaultVolumeType (" + type + ") is the name of no backend: write one of "
                                + String.join(", ", names.stream().sorted().toList()) + "."));
    }
}
