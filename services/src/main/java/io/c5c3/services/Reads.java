package io.c5c3.services;

import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a container of a service reads and where it writes: its configuration, Secrets as files and as variables, folders of its own.
 *
 * @param folder where the configuration is mounted
 */
public record Reads(
        ConfigFiles config,
        String folder,
        List<SecretFiles> secrets,
        List<EnvVar> env,
        List<Volume> moreVolumes,
        List<VolumeMount> moreMounts) {

    public static Reads of(ConfigFiles config, String folder) {
        return new Reads(config, folder, List.of(), List.of(), List.of(), List.of());
    }

    public Reads with(SecretFiles... files) {
        return new Reads(config, folder, joined(secrets, List.of(files)), env, moreVolumes, moreMounts);
    }

    public Reads with(EnvVar... variables) {
        return with(List.of(variables));
    }

    public Reads with(Collection<EnvVar> variables) {
        return new Reads(config, folder, secrets, joined(env, variables), moreVolumes, moreMounts);
    }

    public Reads with(Volume volume, VolumeMount... mounts) {
        return new Reads(
                config,
                folder,
                secrets,
                env,
                joined(moreVolumes, List.of(volume)),
                joined(moreMounts, List.of(mounts)));
    }

    /** A folder to write in, which goes with the pod. */
    public Reads withScratch(String name, String path) {
        return with(
                new VolumeBuilder()
                        .withName(name)
                        .withNewEmptyDir()
                        .endEmptyDir()
                        .build(),
                new VolumeMountBuilder().withName(name).withMountPath(path).build());
    }

    /**
     * A database: where it is, and with encryption whom to expect there.
     *
     * @param section in which the options say it
     */
    public Reads database(String section, String connection) {
        return database(section, "connection", connection);
    }

    public Reads database(String section, String option, String connection) {
        return with(fromSecret(section, option, connection, DatabaseStep.DSN)).with(DatabaseStep.files(connection));
    }

    /** oslo.config prefers its environment to its files: the way in for everything that must not stand in a ConfigMap. */
    public static EnvVar fromSecret(String section, String option, String secret, String key) {
        return Variable.secret("OS_" + upper(section) + "__" + upper(option), secret, key);
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    public List<Volume> volumes() {
        return joined(
                joined(
                        List.of(config.volume()),
                        secrets.stream().map(SecretFiles::volume).toList()),
                moreVolumes);
    }

    public List<VolumeMount> mounts() {
        return joined(
                joined(
                        config.mounts(folder),
                        secrets.stream().map(SecretFiles::mount).toList()),
                moreMounts);
    }

    private static <T> List<T> joined(Collection<T> some, Collection<T> more) {
        return new ArrayList<>(Stream.concat(some.stream(), more.stream()).toList());
    }
}
