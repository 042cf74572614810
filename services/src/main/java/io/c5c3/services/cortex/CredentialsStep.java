package io.c5c3.services.cortex;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the file together in which Cortex finds what must not stand in a ConfigMap. Its sources are there: another step has seen to that.
 *
 * @param name of the Secret that is written
 * @param database the Secret with the login to the database
 * @param login the Secret with the login to Keystone
 */
record CredentialsStep(String name, String database, String login) implements Step {

    static final String FOLDER = "/etc/secrets";
    static final String FILE = "secrets.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the service catalogue writes, and what Cortex calls it; a person may bring less. */
    private static final Map<String, String> NAMES = Map.of(
            "application_credential_id", "applicationCredentialID",
            "application_credential_secret", "applicationCredentialSecret",
            "username", "username",
            "password", "password",
            "project_name", "projectName",
            "user_domain_name", "userDomainName",
            "project_domain_name", "projectDomainName");

    @Override
    public Outcome run(Work work) throws JsonProcessingException {
        var user = SecretText.lines(work, database);
        var keystone = new TreeMap<String, String>();
        SecretText.lines(work, login).forEach((key, value) -> {
            if (NAMES.containsKey(key)) {
                keystone.put(NAMES.get(key), value);
            }
        });
        var text = JSON.writeValueAsString(new TreeMap<>(Map.of(
                "db",
                new TreeMap<>(Map.of(
                        "user", user.getOrDefault("username", ""), "password", user.getOrDefault("password", ""))),
                "keystone",
                keystone)));
        work.apply(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(FILE, SecretText.encoded(text)))
                .build());
        return Outcome.done("SecretsAvailable", "Secret/" + name + " has the logins to the database and to Keystone.");
    }

    /** The login to the database may have been made here for a server of our own; whichever server it is for now, it is needed. */
    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name), Ref.of(Secret.class, namespace, database));
    }
}
