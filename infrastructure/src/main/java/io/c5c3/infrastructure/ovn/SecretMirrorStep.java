package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The Secret of a cluster in another namespace, kept the same in this one: pods can mount only what is with them.
 *
 * @param origin the Secret, and the cluster that somebody there must have allowed to refer to
 */
record SecretMirrorStep(OvnEndpoints.Origin origin, String to) implements Step {

    @Override
    public Outcome run(Work work) {
        var way = work.elsewhere(origin.cluster());
        var closed = way.closed();
        if (closed.isPresent()) {
            return closed.get();
        }
        var from = Ref.of(Secret.class, origin.cluster().namespace(), origin.secret());
        var source = way.find(Secret.class, from.name());
        if (source.isEmpty() || source.get().getData() == null) {
            return Outcome.waiting(
                            "WaitingForCertificate",
                            from + " in the namespace " + from.namespace() + " does not exist or is empty.")
                    .on(from);
        }
        work.apply(new SecretBuilder()
                .withNewMetadata()
                .withName(to)
                .endMetadata()
                .withType(source.get().getType())
                .withData(new TreeMap<>(source.get().getData()))
                .build());
        return Outcome.done(
                "CertificateAvailable",
                "Secret/" + to + " is a copy of " + from + " in the namespace " + from.namespace() + ".");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, to));
    }
}
