package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.services.Reads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The service that copies volumes to where they outlive them, and back. It reads and writes volumes as the volume services do, so it needs
 * their ways to the backends besides its own to the copies.
 */
record VolumeBackups(Cinder.Backup wish, BackupStore store, CephLogins logins, DriverOptions options, boolean root) {

    /** The part of the service that makes them. */
    static final String PART = "backup";

    /** What the service is called among its likes. */
    static final String BINARY = "cinder-backup";

    /** All options about backups have the word in their names but this one. */
    private static final String ODD_OPTION = "restore_discard_excess_bytes";

    static Optional<VolumeBackups> of(Cinder cinder, List<VolumeBackend> backends, Facts facts) {
        var wish = cinder.getSpec().backup();
        if (!wish.enabled()) {
            return Optional.empty();
        }
        var store = BackupStore.of(cinder);
        var given = new DriverOptions.Given(
                "the backup service",
                Ini.DEFAULT,
                wish.options(),
                wish.secretOptionsRef(),
                "backup.secretOptionsRef",
                "WaitingForBackupOptions");
        return Optional.of(new VolumeBackups(
                wish,
                store,
                new CephLogins(Stream.concat(
                                store.ceph().stream(), backends.stream().flatMap(backend -> backend.ceph().stream()))
                        .toList()),
                DriverOptions.of(
                        given,
                        cinder.getMetadata().getNamespace(),
                        cinder.getMetadata().getName(),
                        facts),
                wish.privileged()
                        || backends.stream().anyMatch(backend -> backend.wish().privileged())));
    }

    Ini in(Ini ini) {
        return options.in(VolumeTools.helped(store.in(ini), root));
    }

    Reads mounted(Reads reads) {
        return logins.in(store.mounted(reads)).with(options.env());
    }

    List<SecretsStep.Input> inputs() {
        return logins.all().stream().map(CephAccess::input).toList();
    }

    /** Those whose change the service only notices when it starts. */
    List<String> secrets() {
        var secrets = new ArrayList<>(
                logins.all().stream().map(CephAccess::secret).distinct().toList());
        options.secret().ifPresent(secrets::add);
        return secrets;
    }

    Optional<Step> connected() {
        return store.connected();
    }

    /** What is wrong with it, if anything is. */
    Optional<Outcome> problem() {
        return logins.problem()
                .or(this::strange)
                .or(() -> options.problem(store.options().keySet(), "driver, rbd and file"));
    }

    /** They stand among the options of everything: there is another field for those. */
    private Optional<Outcome> strange() {
        var strange = options.names().stream()
                .filter(option -> !option.contains("backup") && !ODD_OPTION.equals(option))
                .toList();
        return strange.isEmpty()
                ? Optional.empty()
                : Optional.of(Outcome.mistake(
                        "InvalidOption",
                        "The backup service sets options that are not about backups; write them in customConfig: "
                                + String.join(", ", strange) + "."));
    }
}
