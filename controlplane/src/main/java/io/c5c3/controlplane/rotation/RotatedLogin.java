package io.c5c3.controlplane.rotation;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.LogsIn;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.controlplane.CredentialRotation;
import io.c5c3.api.controlplane.CredentialRotation.Target;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Ref;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which login is meant, as far as the service's resource tells it.
 *
 * @param service whose login it is, for people
 * @param secret the Secret with the login; none if the service has no such login
 * @param elsewhere the field that says that the server is somebody else's, if it is
 */
record RotatedLogin(Target target, Ref service, Optional<String> secret, Optional<String> elsewhere) {

    /** The login, if the service is there. */
    static Optional<RotatedLogin> of(CredentialRotation.Spec spec, Facts facts) {
        return kind(spec.serviceRef().kind())
                .flatMap(kind -> facts.neighbour(kind, spec.serviceRef().name()))
                .map(service -> of(spec.target(), service));
    }

    static Optional<Class<? extends CustomResource<?, ?>>> kind(String name) {
        return Stream.of(OpenStackService.values())
                .<Class<? extends CustomResource<?, ?>>>map(OpenStackService::kind)
                .filter(kind -> HasMetadata.getKind(kind).equals(name))
                .findFirst();
    }

    private static RotatedLogin of(Target target, CustomResource<?, ?> service) {
        var ref = Ref.of(service);
        if (!(service.getSpec() instanceof ServiceSpec spec)) {
            return new RotatedLogin(target, ref, Optional.empty(), Optional.empty());
        }
        return switch (target) {
            case databaseUser -> database(ref, Optional.ofNullable(spec.mainDatabase()));
            case brokerUser -> broker(ref, Optional.ofNullable(spec.messaging()));
            case applicationCredential ->
                keystone(ref, spec instanceof LogsIn by ? Optional.of(by.keystone()) : Optional.empty());
            default -> new RotatedLogin(target, ref, Optional.empty(), Optional.empty());
        };
    }

    private static RotatedLogin database(Ref service, Optional<Database> wanted) {
        return new RotatedLogin(
                Target.databaseUser,
                service,
                wanted.map(database ->
                        name(database.secretRef()).orElseGet(() -> DatabaseStep.credentialsSecret(service.name()))),
                wanted.map(Database::host).map(host -> "spec.database.host"));
    }

    private static RotatedLogin broker(Ref service, Optional<Messaging> wanted) {
        return new RotatedLogin(
                Target.brokerUser,
                service,
                wanted.map(there ->
                        name(there.secretRef()).orElseGet(() -> MessagingStep.credentialsSecret(service.name()))),
                wanted.filter(there -> !there.hosts().isEmpty()).map(there -> "spec.messaging.hosts"));
    }

    private static RotatedLogin keystone(Ref service, Optional<KeystoneAuth> wanted) {
        return new RotatedLogin(
                Target.applicationCredential,
                service,
                wanted.map(keystone -> keystone.secret(service.name())),
                // A plane tells its services where its own Keystone is; whose credential it is, the Secret says.
                Optional.empty());
    }

    private static Optional<String> name(@Nullable SecretRef ref) {
        return Optional.ofNullable(ref).map(SecretRef::name);
    }

    /** The key of the Secret under which the login has its name. */
    String key() {
        return target == Target.applicationCredential ? "application_credential_id" : "username";
    }

    /** Who makes another, for people. */
    String keeper() {
        return target == Target.applicationCredential ? "The plane of " + service : service.toString();
    }

    /** What the server is, for people. */
    String server() {
        return switch (target) {
            case databaseUser -> "database server";
            case brokerUser -> "message server";
            default -> "Keystone";
        };
    }
}
