package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.LibvirtSecret;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Rbd;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.services.Reads;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One place where volumes are made, and what it asks of the pod that serves it.
 *
 * @param ceph the way to its pool, if it has one
 * @param libvirtSecret under which name hypervisors keep the key to the pool
 */
record VolumeBackend(Cinder.Backend wish, Optional<CephAccess> ceph, String libvirtSecret, DriverOptions options) {

    private static final String DRIVER = "volume_driver";
    private static final String NAME = "volume_backend_name";

    static VolumeBackend of(Cinder cinder, Cinder.Backend wish, Facts facts) {
        var namespace = cinder.getMetadata().getNamespace();
        var name = cinder.getMetadata().getName();
        var ceph = wish.inCeph()
                ? Optional.of(CephAccess.of(Objects.requireNonNullElse(wish.rbd(), Defaults.of(Rbd.class)), name))
                : Optional.<CephAccess>empty();
        var libvirtSecret = ceph.flatMap(
                        access -> SecretText.value(facts, access.input().secret(), LibvirtSecret.KEY))
                .map(String::strip)
                .orElseGet(() -> LibvirtSecret.of(namespace, name, wish.name()).toString());
        var given = new DriverOptions.Given(
                "the backend " + wish.name(),
                wish.name(),
                wish.options(),
                wish.secretOptionsRef(),
                "backends[].secretOptionsRef",
                "WaitingForBackendOptions");
        return new VolumeBackend(wish, ceph, libvirtSecret, DriverOptions.of(given, namespace, name, facts));
    }

    String name() {
        return wish.name();
    }

    /** The part of the service that serves it, in the words of Kubernetes, which knows no underscore. */
    String part() {
        return "volume-" + name().replace('_', '-');
    }

    private String pool() {
        var rbd = wish.rbd();
        return rbd == null || rbd.pool() == null ? "volumes" : rbd.pool();
    }

    /** What the driver is told. Secrets come by environment. */
    Ini in(Ini ini) {
        var result = ini.set(Ini.DEFAULT, "enabled_backends", name())
                .set(name(), DRIVER, wish.driver())
                .set(name(), NAME, name());
        if (ceph.isPresent()) {
            result = result.set(name(), "rbd_pool", pool())
                    .set(name(), "rbd_user", ceph.get().client())
                    .set(name(), "rbd_ceph_conf", CephAccess.CONF)
                    .set(name(), "rbd_secret_uuid", libvirtSecret)
                    // A volume from a snapshot or an image shares what it does not change.
                    .set(name(), "rbd_flatten_volume_from_snapshot", false)
                    .set(name(), "report_discard_supported", true);
        }
        return options.in(VolumeTools.helped(result, wish.privileged()));
    }

    Reads mounted(Reads reads) {
        return new CephLogins(ceph.stream().toList()).in(reads).with(options.env());
    }

    List<SecretsStep.Input> inputs() {
        return ceph.map(CephAccess::input).stream().toList();
    }

    /** Those whose change the volume service only notices when it starts. */
    List<String> secrets() {
        var secrets = new ArrayList<String>();
        inputs().forEach(input -> secrets.add(input.secret()));
        options.secret().ifPresent(secrets::add);
        return secrets;
    }

    Optional<Step> connected(String condition) {
        return ceph.map(access -> access.connected(condition, List.of(pool())));
    }

    /** What is wrong with it, if anything is. */
    Optional<Outcome> problem() {
        var ours = new ArrayList<>(List.of(DRIVER, NAME));
        if (ceph.isPresent()) {
            ours.addAll(List.of("rbd_pool", "rbd_user", "rbd_ceph_conf", "rbd_secret_uuid"));
        }
        return options.problem(ours, "driver, name and rbd");
    }
}
