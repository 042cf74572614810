package io.c5c3.api.controlplane;

import io.c5c3.api.common.BlockedBy;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another login in the place of one, on a schedule or on demand, while everything goes on. The server knows two in turn: the new one is made and
 * tried, pods move to it by a rollout, and the one before is revoked once no pod has it and the grace period is over. To have it now, set the
 * annotation c5c3.io/rotate-now to any new value.
 */
@Group("c5c3.io")
@Version("v1alpha1")
@ShortNames("credrot")
@AdditionalPrinterColumn(name = "Target", jsonPath = ".spec.target", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Service",
        jsonPath = ".spec.serviceRef.name",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Current",
        jsonPath = ".status.currentCredential.id",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Next", jsonPath = ".status.nextRotation", type = AdditionalPrinterColumn.Type.STRING)
public final class CredentialRotation extends CustomResource<CredentialRotation.Spec, CredentialRotation.Status>
        implements Namespaced {

    /** On the resource: any new value has the credential rotated now. */
    public static final String NOW = "c5c3.io/rotate-now";

    private static final int LONGEST_NAME = 253;
    private static final String NAME = "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$";

    /** Which credential of a service. */
    public enum Target {
        /** The service's user in its MariaDB. */
        databaseUser,

        /** The service's user in its RabbitMQ. */
        brokerUser,

        /** The application credential by which the service logs in to Keystone. */
        applicationCredential,

        /** The password of the service's user in Keystone; not rotated yet. */
        serviceAccountPassword,

        /** The application credential of the administrator; not rotated yet. */
        adminApplicationCredential,

        /** The administrator's password; not rotated yet. */
        adminPassword,

        /** What the service encrypts its cache with; not rotated yet. */
        cacheKey,

        /** What Barbican encrypts the keys of projects with: Barbican rotates it itself. */
        keyEncryptionKey,

        /** The service's key to Ceph; not rotated yet. */
        cephKey
    }

    /**
     * What a person writes.
     *
     * @param target which credential of the service
     * @param serviceRef whose credential
     * @param schedule when it is rotated; without it, only on demand
     * @param gracePeriodDays how long the credential of before stays good once every pod has the new one
     * @param paused whether no rotation begins, by schedule or on demand; one that has begun goes on to its end
     * @param reMint whether to rotate now, and again whenever this resource is changed and says so
     */
    @ValidationRule(
            value = "self.target != 'serviceAccountPassword'",
            message =
                    "target serviceAccountPassword is not rotated yet: write applicationCredential, by which the service logs in; the password only makes those")
    @ValidationRule(
            value = "self.target != 'adminApplicationCredential' && self.target != 'adminPassword'",
            message =
                    "the administrator's credentials are not rotated yet: write databaseUser, brokerUser or applicationCredential, or change the password in keystone-admin-credentials")
    @ValidationRule(
            value = "self.target != 'cacheKey' && self.target != 'cephKey'",
            message =
                    "keys of caches and of Ceph are not rotated yet: write databaseUser, brokerUser or applicationCredential")
    @ValidationRule(
            value = "self.target != 'keyEncryptionKey'",
            message =
                    "Barbican rotates its key encryption keys itself: write their schedule into the Barbican, under spec.encryptionKeys")
    @ValidationRule(
            value =
                    "self.target != 'databaseUser' || self.serviceRef.kind in ['Keystone', 'Glance', 'Placement', 'Barbican', 'Neutron', 'Cinder', 'Nova', 'Heat', 'Skyline']",
            message =
                    "target databaseUser needs a service with a database: write Keystone, Glance, Placement, Barbican, Neutron, Cinder, Nova, Heat or Skyline into serviceRef.kind")
    @ValidationRule(
            value =
                    "self.target != 'brokerUser' || self.serviceRef.kind in ['Barbican', 'Neutron', 'Cinder', 'Nova', 'Heat']",
            message =
                    "target brokerUser needs a service with a message queue: write Barbican, Neutron, Cinder, Nova or Heat into serviceRef.kind")
    @ValidationRule(
            value =
                    "self.target != 'applicationCredential' || self.serviceRef.kind in ['Glance', 'Placement', 'Barbican', 'Neutron', 'Cinder', 'Nova', 'Heat']",
            message =
                    "target applicationCredential needs a service that logs in to Keystone by one: write Glance, Placement, Barbican, Neutron, Cinder, Nova or Heat into serviceRef.kind")
    public record Spec(
            @Required Target target,
            @Required ServiceRef serviceRef,
            @Nullable Schedule schedule,
            @Min(0) @Max(365) @Default("1") Integer gracePeriodDays,
            @Default("false") Boolean paused,
            @Default("false") Boolean reMint) {}

    /**
     * A service of this namespace.
     *
     * @param kind such as Keystone
     * @param name the name of the resource
     */
    public record ServiceRef(
            @Required @Size(min = 1, max = 63) String kind,

            @Required @Size(min = 1, max = LONGEST_NAME) @Pattern(NAME)
            String name) {}

    /**
     * When a credential is rotated.
     *
     * @param intervalDays how old a credential may become
     * @param preRotationDays how long before that the next one is made; both are good for that time and the grace period
     */
    @ValidationRule(
            value = "self.preRotationDays < self.intervalDays",
            message =
                    "schedule.preRotationDays must be less than schedule.intervalDays: the next credential cannot be made before this one")
    public record Schedule(
            @Min(1) @Max(3650) @Default("90") Integer intervalDays,
            @Min(0) @Max(365) @Default("7") Integer preRotationDays) {}

    /**
     * What the operator observed.
     *
     * @param currentCredential what pods are to use
     * @param previousCredential what is still good and is to go
     * @param nextCredential what is being made and tried
     * @param rotations how often another credential took the place of one
     * @param lastRotation when that last happened
     * @param nextRotation when the next one is due
     * @param waitingFor what keeps a rotation that has begun from going on
     * @param lastTriggeredGeneration the generation of this resource for which reMint last had the credential rotated
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Credential currentCredential,
            @Nullable Credential previousCredential,
            @Nullable Credential nextCredential,
            @Nullable Long rotations,
            @Nullable String lastRotation,
            @Nullable String nextRotation,
            @Nullable String waitingFor,
            @Nullable Long lastTriggeredGeneration,
            @Nullable BlockedBy blockedBy) {}

    /**
     * A credential, without what is secret about it.
     *
     * @param id the name of the user
     * @param secretName the Secret that has it
     */
    public record Credential(@Nullable String id, @Nullable String secretName) {}
}
