package io.c5c3.api.keystone;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Cron;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Notifications;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The identity service. */
@Group("keystone.openstack.c5c3.io")
@Version("v1alpha1")
@ShortNames("ks")
public class Keystone extends CustomResource<Keystone.Spec, Keystone.Status> implements Namespaced {

    /** What a person writes. */
    @RecordBuilder
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") Cache cache,
            @Default("{}") Fernet fernet,
            @Default("{}") CredentialKeys credentialKeys,
            @Default("{}") Federation federation,
            @Default("{}") Bootstrap bootstrap,
            @Default("{}") TrustFlush trustFlush,
            @Default("{}") Notifications notifications,
            @Default("{}") Uwsgi uwsgi,
            Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Default("{}") Tls tls,
            Exposure exposure,
            @Default("{}") NetworkRules networkPolicy,
            Autoscaling autoscaling,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy)
            implements ServiceSpec {

        @Override
        public Database mainDatabase() {
            return database;
        }

        @Override
        public int apiReplicas() {
            return replicas;
        }
    }

    /**
     * Keys that sign tokens.
     *
     * @param maxActiveKeys how many there are at once; a token can be read as long as its key is one of them
     */
    @ValidationRule(value = "self.rotationSchedule" + Cron.MATCHES, message = "fernet.rotationSchedule" + Cron.MESSAGE)
    @RecordBuilder
    public record Fernet(
            @Size(max = Cron.LONGEST) @Default("0 0 * * 0") String rotationSchedule,

            @Min(3) @Max(50) @Default("3") Integer maxActiveKeys,
            @Default("false") Boolean suspend) {}

    /** Keys that encrypt stored credentials. */
    @ValidationRule(
            value = "self.rotationSchedule" + Cron.MATCHES,
            message = "credentialKeys.rotationSchedule" + Cron.MESSAGE)
    @RecordBuilder
    public record CredentialKeys(
            @Size(max = Cron.LONGEST) @Default("0 0 1 * *") String rotationSchedule,

            @Default("false") Boolean suspend) {}

    /**
     * Logins that another identity provider vouches for.
     *
     * @param enabled whether there are any
     * @param trustedDashboards URLs that people may be sent back to after they have logged in
     * @param remoteIdAttribute the variable of the request that names the identity provider
     * @param defaultAuthorizationTtl how long what a provider said of a person holds, in minutes
     * @param methods ways to log in that are added to passwords, tokens and application credentials
     */
    @RecordBuilder
    public record Federation(
            @Default("false") Boolean enabled,
            List<String> trustedDashboards,
            @Nullable String remoteIdAttribute,
            @Nullable String defaultAuthorizationTtl,
            @Default("[\"mapped\", \"openid\", \"saml2\"]") List<String> methods) {}

    /**
     * The first administrator, region and catalogue entry.
     *
     * @param adminUser the name of the administrator
     * @param adminPasswordSecretRef the Secret with the password of the administrator
     * @param region the first region
     * @param publicURL where people reach Keystone; without it, where its exposure leads
     */
    @RecordBuilder
    public record Bootstrap(
            @Pattern("^[^\\s:/]+$") @Default("admin") String adminUser,

            @Default("{\"name\": \"keystone-admin-credentials\"}")
            SecretKeyRef adminPasswordSecretRef,

            @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$") @Default("RegionOne")
            String region,

            @Pattern("^https?://\\S+$") @Nullable String publicURL) {}

    /**
     * Removes expired trusts from the database.
     *
     * @param enabled whether they are
     */
    @ValidationRule(value = "self.schedule" + Cron.MATCHES, message = "trustFlush.schedule" + Cron.MESSAGE)
    @RecordBuilder
    public record TrustFlush(
            @Default("true") Boolean enabled,

            @Size(max = Cron.LONGEST) @Default("0 3 * * *") String schedule,

            @Default("false") Boolean suspend) {}

    /**
     * What the operator observed.
     *
     * @param targetRelease where an upgrade leads; not set so far
     * @param upgradePhase how far an upgrade is; not set so far
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable String targetRelease,
            @Nullable String upgradePhase,
            @Nullable BlockedBy blockedBy) {}
}
