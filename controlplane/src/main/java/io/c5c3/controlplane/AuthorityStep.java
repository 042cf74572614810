package io.c5c3.controlplane;

import io.c5c3.engine.DigestKey;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.CertificateStep;
import io.fabric8.kubernetes.api.model.Secret;

/**
 * The namespace's authority, that of its hypervisors and the key of its digests are made by the first part that needs them and belong to none of them: with the
 * plane they go.
 */
record AuthorityStep() implements Step {

    @Override
    public Outcome run(Work work) {
        return Outcome.done(
                "AuthorityKept",
                "Secret/" + CertificateStep.Authority.SECRET
                        + " signs the certificates of the plane's parts, and is deleted with the plane.");
    }

    @Override
    public Outcome teardown(Work work) {
        work.deleteShared(Secret.class, CertificateStep.Authority.SECRET);
        work.deleteShared(Secret.class, CertificateStep.Authority.HYPERVISORS);
        work.deleteShared(Secret.class, DigestKey.SECRET);
        return Outcome.skipped("Taken down.");
    }
}
