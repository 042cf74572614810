package io.c5c3.controlplane.rotation;

import io.c5c3.api.controlplane.CredentialRotation.ServiceRef;
import io.c5c3.api.controlplane.CredentialRotation.Target;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Optional;

/**
 * Whether there is a login of which another can take the place: on a server of ours, in a Secret that somebody keeps up to date.
 *
 * @param wanted the service as it was written
 * @param login what the service says of it, if the service is there
 */
record LoginStep(Target target, ServiceRef wanted, Optional<RotatedLogin> login) implements Step {

    @Override
    public Outcome run(Work work) {
        if (login.isEmpty()) {
            var missing = Outcome.waiting(
                    "WaitingForService",
                    wanted.kind() + "/" + wanted.name() + ", whose " + target + " is to be rotated, does not exist.");
            return RotatedLogin.kind(wanted.kind())
                    .map(kind -> missing.on(Ref.of(kind, work.namespace(), wanted.name())))
                    .orElse(missing);
        }
        return login.get()
                .secret()
                .map(secret -> of(work, login.get(), secret))
                .orElseGet(() -> Outcome.mistake(
                                "NoSuchCredential",
                                login.get().service() + " has no " + target
                                        + ": write another target or another serviceRef.")
                        .on(login.get().service()));
    }

    private static Outcome of(Work work, RotatedLogin login, String name) {
        var ref = Ref.of(Secret.class, work.namespace(), name);
        var secret = work.find(Secret.class, name);
        if (secret.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForSecret", ref + " with the login of " + login.service() + " does not exist.")
                    .on(ref);
        }
        var values = SecretText.lines(work, name);
        var elsewhere = login.elsewhere()
                .map(field -> login.service() + " names it in " + field)
                .or(() -> Optional.ofNullable(values.getOrDefault("host", values.get("hosts")))
                        .map(host -> ref + " names it"));
        if (elsewhere.isPresent()) {
            return Outcome.mistake(
                            "ServerNotOurs",
                            "The " + login.server() + " is somebody else's (" + elsewhere.get()
                                    + "), and only they can make another login on it: write that into " + ref + ".")
                    .on(ref);
        }
        if (login.target() == Target.applicationCredential
                && Owner.on(secret.get()).isEmpty()) {
            return Outcome.mistake(
                            "SecretNotOurs",
                            ref
                                    + " was made by no plane, and only who made the credential in it can make another: write"
                                    + " that into it, or delete the Secret, and the plane makes one of its own.")
                    .on(ref);
        }
        if (!kept(secret.get(), login)) {
            return Outcome.mistake(
                            "SecretNotOurs",
                            ref + " was made by no operator, and would go on showing the login of before: write another"
                                    + " login into it yourself, or hand it over with kubectl annotate -n "
                                    + work.namespace() + " secret/" + name + " " + Owner.ADOPTION + "="
                                    + login.service())
                    .on(ref);
        }
        if (login.target() == Target.brokerUser
                && values.getOrDefault("vhost", "").isBlank()) {
            return Outcome.mistake(
                            "VhostUnknown",
                            ref + " does not say which virtual host the service has, and another user would have"
                                    + " another one: write it into the key vhost.")
                    .on(ref);
        }
        return Outcome.done("CredentialFound", "The login of " + login.service() + " is in " + ref + ".");
    }

    /** Whether somebody writes the new login into the Secret: the plane that made it, or the service it was handed over to. */
    private static boolean kept(Secret secret, RotatedLogin login) {
        var annotations = secret.getMetadata().getAnnotations();
        return Owner.on(secret).isPresent()
                || (annotations != null
                        && login.service()
                                .toString()
                                .equals(annotations
                                        .getOrDefault(Owner.ADOPTION, "")
                                        .strip()));
    }
}
