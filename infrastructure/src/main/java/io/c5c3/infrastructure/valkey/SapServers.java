package io.c5c3.infrastructure.valkey;

import io.c5c3.api.foreign.Valkey.CertManager;
import io.c5c3.api.foreign.Valkey.Issuer;
import io.c5c3.api.foreign.Valkey.Metrics;
import io.c5c3.api.foreign.Valkey.Persistence;
import io.c5c3.api.foreign.Valkey.Spec;
import io.c5c3.api.foreign.Valkey.Switch;
import io.c5c3.api.foreign.Valkey.Tls;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.step.ChildStep;
import io.c5c3.engine.step.SecretsStep;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;

/** The same wish, as a resource of SAP's operator, which has all to do with the servers and writes the binding itself. */
record SapServers(Valkey valkey) {

    private static final String CERT_MANAGER = "cert-manager.io";

    /** What its kind has no field for. */
    Optional<Outcome> problem() {
        return valkey.getSpec().tls().secretRef() == null
                ? Optional.empty()
                : Optional.of(
                        Outcome.mistake(
                                "SecretNotTaken",
                                "SAP's operator takes no certificate from a Secret: write tls.issuerRef, or take tls.secretRef out and it makes its own, or write provider: BuiltIn."));
    }

    void plan(Plan.Builder plan) {
        var names = new StoreNames(valkey);
        plan.step("ServersReady", new ChildStep(resource(), "SAP valkey"), "Accepted");
        plan.step(
                "BindingReady",
                new SecretsStep(
                        List.of(new SecretsStep.Input(names.binding(), BindingStep.NEEDED, "WaitingForBinding"))),
                "ServersReady");
        plan.status("bindingSecret", names.binding());
    }

    private io.c5c3.api.foreign.Valkey resource() {
        var spec = valkey.getSpec();
        var resource = new io.c5c3.api.foreign.Valkey();
        resource.setMetadata(
                new ObjectMetaBuilder().withName(valkey.getMetadata().getName()).build());
        var keep = spec.persistence();
        var pods = spec.pods();
        resource.setSpec(new Spec(
                spec.replicas(),
                new Switch(spec.sentinel().enabled()),
                new Tls(
                        spec.tls().enabled(),
                        Optional.ofNullable(spec.tls().issuerRef())
                                .map(issuer -> new CertManager(new Issuer(CERT_MANAGER, issuer.kind(), issuer.name())))
                                .orElse(null)),
                new Persistence(
                        keep.enabled(),
                        keep.enabled() ? keep.size() : null,
                        keep.enabled() ? keep.storageClass() : null),
                new Metrics(
                        spec.metrics().enabled(),
                        new Switch(spec.metrics().monitor().enabled())),
                pods.nodeSelector().isEmpty() ? null : pods.nodeSelector(),
                pods.tolerations().isEmpty() ? null : pods.tolerations(),
                pods.resources()));
        return resource;
    }
}
