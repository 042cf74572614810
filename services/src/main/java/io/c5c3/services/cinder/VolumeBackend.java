package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.LibvirtSecret;
import io.c5c3.api.common.Rbd;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.infrastructure.ceph.CephSecret;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One place where volumes are made, and what it asks of the pod that serves it.
 *
 * @param ceph the way to its pool, if it has one
 * @param libvirtSecret under which name hypervisors keep the key to the pool
 * @param secretOptions the options of the driver that its Secret holds
 * @param missing what has to be there before the options can be known, if it is not
 */
record VolumeBackend(
        Cinder.Backend wish,
        Optional<CephAccess> ceph,
        String libvirtSecret,
        List<String> secretOptions,
        Optional<Outcome> missing) {

    private static final String DRIVER = "volume_driver";
    private static final String NAME = "volume_backend_name";
    private static final List<String> HELPERS = List.of("cinder_sys_admin", "privsep_osbrick");

    static VolumeBackend of(Cinder cinder, Cinder.Backend wish, Facts facts) {
        var namespace = cinder.getMetadata().getNamespace();
        var name = cinder.getMetadata().getName();
        var ceph = wish.inCeph()
                ? Optional.of(CephAccess.of(Objects.requireNonNullElse(wish.rbd(), Rbd.UNSET), name))
                : Optional.<CephAccess>empty();
        var libvirtSecret = ceph.flatMap(
                        access -> SecretText.value(facts, access.input().secret(), LibvirtSecret.KEY))
                .map(String::strip)
                .orElseGet(() -> LibvirtSecret.of(namespace, name, wish.name()).toString());
        var reference = wish.secretOptionsRef();
        if (reference == null) {
            return new VolumeBackend(wish, ceph, libvirtSecret, List.of(), Optional.empty());
        }
        var options = facts.find(Secret.class, reference.name())
                .map(Secret::getData)
                .map(data -> List.copyOf(new TreeSet<>(data.keySet())))
                .orElse(List.of());
        return new VolumeBackend(
                wish,
                ceph,
                libvirtSecret,
                options,
                options.isEmpty()
                        ? missing(namespace, wish)
                        // To any address: nobody but the driver knows which of its options is one.
                        : new SentTo(reference.name(), "", "backends[].secretOptionsRef")
                                .refused(facts, "Cinder/" + name));
    }

    private static Optional<Outcome> missing(String namespace, Cinder.Backend wish) {
        var secret = Objects.requireNonNull(wish.secretOptionsRef()).name();
        var ref = Ref.of(Secret.class, namespace, secret);
        return Optional.of(Outcome.waiting(
                        "WaitingForBackendOptions",
                        ref + ", which the backend " + wish.name()
                                + " takes secret options from, does not exist or is empty: create it with one key per"
                                + " option.")
                .on(ref));
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
        return helped(result).overlay(Map.of(name(), wish.options()));
    }

    /** Some of the work is a helper's, which there is no sudo for; outside a privileged pod it may do no more than the service itself. */
    private Ini helped(Ini ini) {
        var result = ini;
        for (var helper : HELPERS) {
            result = result.set(helper, "helper_command", "privsep-helper --config-file " + CinderConfig.PATH);
            result = wish.privileged() ? result : result.set(helper, "capabilities", "");
        }
        return result;
    }

    Reads mounted(Reads reads) {
        var result = reads;
        if (ceph.isPresent()) {
            var files = ceph.get().files();
            // Where the part that reads volumes looks for the key ring, and nowhere else.
            var named = new VolumeBuilder(files.volume())
                    .editSecret()
                    .addNewItem()
                    .withKey(CephSecret.KEYRING)
                    .withPath("ceph.client." + ceph.get().client() + ".keyring")
                    .endItem()
                    .endSecret()
                    .build();
            result = result.with(named, files.mount());
        }
        var reference = wish.secretOptionsRef();
        return reference == null
                ? result
                : result.with(secretOptions.stream()
                        .map(option -> Reads.fromSecret(name(), option, reference.name(), option))
                        .toList());
    }

    List<SecretsStep.Input> inputs() {
        return ceph.map(CephAccess::input).stream().toList();
    }

    /** Those whose change the volume service only notices when it starts. */
    List<String> secrets() {
        var secrets = new ArrayList<String>();
        inputs().forEach(input -> secrets.add(input.secret()));
        var reference = wish.secretOptionsRef();
        if (reference != null) {
            secrets.add(reference.name());
        }
        return secrets;
    }

    Optional<Step> connected(String condition) {
        return ceph.map(access -> access.connected(condition, pool()));
    }

    /** What is wrong with it, if anything is. */
    Optional<Outcome> problem() {
        var unwritable = Ini.problem(Map.of(name(), wish.options()));
        if (unwritable.isPresent()) {
            return mistake("InvalidOption", "the options of the backend " + name() + ": " + unwritable.get());
        }
        var ours = new ArrayList<>(List.of(DRIVER, NAME));
        if (ceph.isPresent()) {
            ours.addAll(List.of("rbd_pool", "rbd_user", "rbd_ceph_conf", "rbd_secret_uuid"));
        }
        var given = new TreeSet<>(wish.options().keySet());
        given.addAll(secretOptions);
        given.retainAll(ours);
        if (!given.isEmpty()) {
            return mistake(
                    "OptionOwnedByOperator",
                    "the backend " + name() + " sets options that follow from its driver, name and rbd; take them out: "
                            + String.join(", ", given));
        }
        var strange = secretOptions.stream()
                .filter(option -> !option.matches("[A-Za-z_][A-Za-z0-9_]*"))
                .toList();
        return strange.isEmpty()
                ? missing
                : mistake(
                        "InvalidOption",
                        "the Secret with options of the backend " + name()
                                + " has keys that are no names of options (letters, digits and _): "
                                + String.join(", ", strange));
    }

    private static Optional<Outcome> mistake(String reason, String what) {
        return Optional.of(Outcome.mistake(reason, Character.toUpperCase(what.charAt(0)) + what.substring(1) + "."));
    }
}
