package io.c5c3.controlplane;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.controlplane.catalogue.CatalogueStep;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A clouds.yaml for the administrator, in a Secret, so that a person can log in without putting one together. */
record CloudsYamlStep(String name, String user, String passwordSecret, String passwordKey, String region)
        implements Step {

    private static final String CA_FILE = "/etc/openstack/ca.crt";

    @Override
    public Outcome run(Work work) {
        var endpoint = work.neighbour(Keystone.class, OpenStackService.KEYSTONE.id())
                .map(keystone -> Conditions.status(keystone).path("endpoint").asText(""))
                .orElse("");
        var password = SecretText.of(work, passwordSecret).getOrDefault(passwordKey, "");
        if (endpoint.isEmpty() || password.isEmpty()) {
            return Outcome.waiting("WaitingForKeystone", "Keystone/keystone has not told its endpoint yet.")
                    .on(CatalogueStep.keystone(work));
        }
        var authority = authority(work);
        var values = new TreeMap<String, String>();
        values.put("clouds.yaml", cloudsYaml(endpoint, password, authority.isPresent()));
        authority.ifPresent(certificate -> values.put("ca.crt", certificate));
        work.apply(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(values))
                .build());
        return Outcome.done("CloudAvailable", "Secret/" + name + " holds a clouds.yaml for the administrator.");
    }

    private String cloudsYaml(String endpoint, String password, boolean trusted) {
        var cloud = new TreeMap<String, Object>();
        cloud.put(
                "auth",
                new TreeMap<>(Map.of(
                        "auth_url",
                        endpoint.endsWith("/v3") ? endpoint : endpoint + "/v3",
                        "username",
                        user,
                        "password",
                        password,
                        "project_name",
                        "admin",
                        "user_domain_name",
                        "Default",
                        "project_domain_name",
                        "Default")));
        cloud.put("region_name", region);
        cloud.put("identity_api_version", 3);
        if (trusted) {
            cloud.put("cacert", CA_FILE);
        }
        return Serialization.asYaml(Map.of("clouds", Map.of("openstack", cloud)));
    }

    /** The certificate authority of Keystone's certificate, where it has one of its own. */
    private static Optional<String> authority(Work work) {
        return SecretText.value(work, "keystone-tls", "ca.crt");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name));
    }
}
