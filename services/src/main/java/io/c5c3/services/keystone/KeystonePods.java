package io.c5c3.services.keystone;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.step.ServingReaders;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Notices;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;

/**
 * What runs for a Keystone, and with which keys and passwords.
 *
 * @param databaseConfig the part of the configuration that tasks on the database read
 */
record KeystonePods(
        Keystone keystone, ApiSteps steps, Notices notices, ConfigFiles config, ConfigFiles databaseConfig) {

    static final String FERNET = "fernet";
    static final String CREDENTIAL = "credential";

    Deployment deployment() {
        return steps.api(
                steps.server("keystone.wsgi.api", "/healthcheck")
                        .showing(ServingReaders.page(FERNET), ServingReaders.markIn(KeystoneConfig.FERNET_KEYS))
                        .showing(
                                ServingReaders.page(CREDENTIAL), ServingReaders.markIn(KeystoneConfig.CREDENTIAL_KEYS)),
                files().with(fernetKeys(), credentialKeys())
                        .database("database", steps.database().connection()));
    }

    Reads files() {
        return notices.in(steps.cache().in(Reads.of(config, KeystoneConfig.FOLDER), TokenCache.REGION));
    }

    private Reads database() {
        return Reads.of(databaseConfig, KeystoneConfig.FOLDER)
                .database("database", steps.database().connection());
    }

    /**
     * On the way to another release the tables are only widened, so that pods of both can work with them. What the old release alone needs
     * goes once none of its pods is left: the task is then another one, and runs again.
     */
    Task databaseSync() {
        return steps.upgrading() ? sync("keystone-manage", "db_sync", "--expand") : sync("keystone-manage", "db_sync");
    }

    private Task sync(String... command) {
        return pods().task("db-sync", database(), steps.databaseMark(), command);
    }

    Task trustFlush() {
        return pods().task("trust-flush", database(), Map.of(), "keystone-manage", "trust_flush");
    }

    Task migration(String part) {
        return pods().task(part, database().with(credentialKeys()), Map.of(), "keystone-manage", "credential_migrate");
    }

    /** The password comes by environment, where no character of it has a meaning; arguments are for everybody to see. */
    Task bootstrap(String internalUrl, String publicUrl) {
        var wish = keystone.getSpec().bootstrap();
        var admin = wish.adminPasswordSecretRef();
        var password = Variable.secret("OS_BOOTSTRAP_PASSWORD", admin.name(), admin.key());
        return pods().task(
                        "bootstrap",
                        files().with(fernetKeys(), credentialKeys())
                                .database("database", steps.database().connection())
                                .with(password),
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
                        KeystoneBlueprint.SERVICE,
                        "--bootstrap-region-id",
                        wish.region(),
                        "--bootstrap-internal-url",
                        internalUrl,
                        "--bootstrap-admin-url",
                        internalUrl,
                        "--bootstrap-public-url",
                        publicUrl);
    }

    ServicePods pods() {
        return steps.pods();
    }

    private SecretFiles fernetKeys() {
        return new SecretFiles("fernet-keys", keySecret(FERNET), KeystoneConfig.FERNET_KEYS);
    }

    private SecretFiles credentialKeys() {
        return new SecretFiles("credential-keys", keySecret(CREDENTIAL), KeystoneConfig.CREDENTIAL_KEYS);
    }

    String keySecret(String type) {
        return steps.name() + "-" + type + "-keys";
    }

    /** The pods that mount keys, and how they are asked which. */
    ServingReaders readers(String type) {
        return new ServingReaders(
                type,
                pods().selector(ServicePods.API),
                OpenStackService.KEYSTONE.port(),
                steps.front().host(),
                steps.certificateSecret());
    }
}
