package io.c5c3.services.keystone;

import io.c5c3.api.common.Pods;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.Release;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods of keystone: those of the API, and those of its tasks, which the Service must not find.
 *
 * @param config the files of the API
 * @param databaseConfig the files of tasks that only need the database
 * @param certificate the Secret with the API's certificate
 */
record KeystonePods(Keystone keystone, ConfigFiles config, ConfigFiles databaseConfig, Optional<String> certificate) {

    static final String SERVICE = "keystone";
    static final String API = "api";
    static final int PORT = 5000;

    Deployment deployment(ApiScaling scaling) {
        var secrets = new ArrayList<>(List.of(fernetKeys(), credentialKeys()));
        certificate.ifPresent(secret ->
                secrets.add(new SecretFiles("tls", secret, WsgiServer.CERTIFICATE, List.of("tls.crt", "tls.key"))));
        var uwsgi = keystone.getSpec().uwsgi();
        var server = new WsgiServer(
                "keystone.wsgi.api", PORT, uwsgi.processes(), uwsgi.threads(), certificate.isPresent(), "/healthcheck");
        var container = server.container(
                image(), keystone.getSpec().deployment(), List.of(database()), mounts(config, secrets));
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(scaling.name())
                .withLabels(labels(API))
                .endMetadata()
                .withNewSpec()
                .withReplicas(scaling.fixedReplicas())
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(selector(API))
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                // A new pod answers before an old one goes, so that nobody is turned away.
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withTemplate(pod(API, keystone.getSpec().deployment(), container, volumes(config, secrets))
                        .build())
                .endSpec()
                .build();
    }

    /** @param where the database is: a change of place is a reason to run again, a change of password is not */
    Task databaseSync(String part, String where) {
        var place = Map.of("c5c3.io/database", where);
        return task(part, databaseConfig, List.of(), List.of(database()), place, "keystone-manage", "db_sync");
    }

    Task trustFlush(String part) {
        return task(part, databaseConfig, List.of(), List.of(database()), Map.of(), "keystone-manage", "trust_flush");
    }

    Task migration(String part) {
        return task(
                part,
                databaseConfig,
                List.of(credentialKeys()),
                List.of(database()),
                Map.of(),
                "keystone-manage",
                "credential_migrate");
    }

    /** Needs no database: what it checks is text. */
    Task policyValidation(String part) {
        return task(
                part,
                config,
                List.of(),
                List.of(),
                Map.of(),
                "oslopolicy-validator",
                "--config-file",
                KeystoneConfig.FOLDER + "/keystone.conf",
                "--namespace",
                SERVICE);
    }

    /** The password comes by environment, where no character of it has a meaning; arguments are for everybody to see. */
    Task bootstrap(String part, String internalUrl, String publicUrl) {
        var wish = keystone.getSpec().bootstrap();
        var admin = wish.adminPasswordSecretRef();
        var password = fromSecret("OS_BOOTSTRAP_PASSWORD", admin.name(), admin.key());
        return task(
                part,
                config,
                List.of(fernetKeys(), credentialKeys()),
                List.of(database(), password),
                Map.of(),
                "keystone-manage",
                "bootstrap",
                "--bootstrap-username",
                wish.adminUser(),
                "--bootstrap-project-name",
                "admin",
                "--bootstrap-role-name",
                "admin",
                "--bootstrap-service-name",
                SERVICE,
                "--bootstrap-region-id",
                wish.region(),
                "--bootstrap-internal-url",
                internalUrl,
                "--bootstrap-admin-url",
                internalUrl,
                "--bootstrap-public-url",
                publicUrl);
    }

    private Task task(
            String part,
            ConfigFiles files,
            List<SecretFiles> secrets,
            List<EnvVar> env,
            Map<String, String> annotations,
            String... command) {
        var container = new ContainerBuilder()
                .withName(part)
                .withImage(image())
                .withCommand(command)
                .withEnv(env)
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity("50m"), "memory", new Quantity("128Mi")))
                .endResources()
                .withVolumeMounts(mounts(files, secrets))
                .build();
        return new Task(
                name() + "-" + part,
                labels(part),
                pod(part, taskSettings(annotations), container, volumes(files, secrets)));
    }

    private PodTemplate pod(String part, Pods settings, Container container, List<Volume> volumes) {
        return PodTemplate.of(
                labels(part),
                selector(part),
                PodTemplate.OPENSTACK,
                settings,
                container,
                volumes.toArray(Volume[]::new));
    }

    private static List<Volume> volumes(ConfigFiles files, List<SecretFiles> secrets) {
        var volumes = new ArrayList<>(List.of(files.volume()));
        secrets.forEach(secret -> volumes.add(secret.volume()));
        return volumes;
    }

    private static List<VolumeMount> mounts(ConfigFiles files, List<SecretFiles> secrets) {
        var mounts = new ArrayList<>(files.mounts(KeystoneConfig.FOLDER));
        secrets.forEach(secret -> mounts.add(secret.mount()));
        return mounts;
    }

    private SecretFiles fernetKeys() {
        return new SecretFiles("fernet-keys", keySecret("fernet"), KeystoneConfig.FERNET_KEYS);
    }

    private SecretFiles credentialKeys() {
        return new SecretFiles("credential-keys", keySecret("credential"), KeystoneConfig.CREDENTIAL_KEYS);
    }

    String keySecret(String type) {
        return name() + "-" + type + "-keys";
    }

    /** oslo.config prefers its environment to its files. */
    private EnvVar database() {
        return fromSecret("OS_DATABASE__CONNECTION", DatabaseStep.connectionSecret(name()), DatabaseStep.DSN);
    }

    private static EnvVar fromSecret(String variable, String secret, String key) {
        return new EnvVarBuilder()
                .withName(variable)
                .withNewValueFrom()
                .withNewSecretKeyRef()
                .withName(secret)
                .withKey(key)
                .endSecretKeyRef()
                .endValueFrom()
                .build();
    }

    /** Where the API may run, its tasks may; how it is spread and sized is no matter of theirs, nor a reason to run them again. */
    private Pods taskSettings(Map<String, String> annotations) {
        var api = keystone.getSpec().deployment();
        return new Pods(
                null,
                api.nodeSelector(),
                api.tolerations(),
                null,
                List.of(),
                api.priorityClassName(),
                null,
                null,
                annotations,
                api.extraMounts());
    }

    private String image() {
        return Release.KEYSTONE.image(keystone.getSpec().image());
    }

    String name() {
        return keystone.getMetadata().getName();
    }

    Map<String, String> labels(String part) {
        return Labels.of(SERVICE, name(), part);
    }

    Map<String, String> selector(String part) {
        return Labels.selector(SERVICE, name(), part);
    }
}
