package io.c5c3.services.nova;

import io.c5c3.api.common.NameRef;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceLogin;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * As whom Nova calls the services it works with. By its own application credential, unless {@code serviceAuth} names another entry of the
 * service catalogue, whose application credential is then used.
 *
 * @param secrets by section of the options, the Secret with the application credential
 */
public record ServiceUsers(ServiceLogin login, Map<String, String> secrets) {

    /** Its images are asked for with the user's token and Nova's own beside it; there is nobody else to be. */
    private static final String TOKENS_ONLY = "glance";

    private static final List<String> HALVES = List.of("application_credential_id", "application_credential_secret");

    public ServiceUsers {
        secrets = new TreeMap<>(secrets);
    }

    /** Whoever has a login for all of it uses no other: agents on nodes do not get those of the services. */
    public static ServiceUsers alone(ServiceLogin login) {
        var secrets = new TreeMap<String, String>();
        List.of("placement", "neutron", "glance", "cinder", "service_user")
                .forEach(section -> secrets.put(section, login.secret()));
        return new ServiceUsers(login, secrets);
    }

    public static ServiceUsers of(Nova nova, ServiceLogin login) {
        var named = nova.getSpec().serviceAuth();
        var secrets = new TreeMap<String, String>();
        secrets.put("placement", secret(named.placementServiceUserRef(), login));
        secrets.put("neutron", secret(named.neutronServiceUserRef(), login));
        secrets.put("glance", secret(named.glanceServiceUserRef(), login));
        secrets.put("cinder", secret(named.cinderServiceUserRef(), login));
        // Goes with the user's token, so that long work does not end with the user's login; it is always Nova's own.
        secrets.put("service_user", login.secret());
        return new ServiceUsers(login, secrets);
    }

    private static String secret(@Nullable NameRef named, ServiceLogin login) {
        return Optional.ofNullable(named)
                .map(ref -> ref.name() + "-keystone-credentials")
                .orElse(login.secret());
    }

    /** Why one of the credentials may not be shown to the Keystone that the resource names. */
    public Optional<Outcome> problem(Facts facts) {
        return login.problem()
                .or(() -> all().stream()
                        .map(secret -> login.refused(secret, facts))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** Every Secret, once. */
    public TreeSet<String> all() {
        var all = new TreeSet<>(secrets.values());
        all.add(login.secret());
        return all;
    }

    /** What has to be there before anything starts. */
    public List<SecretsStep.Input> inputs() {
        var inputs = new ArrayList<>(List.of(login.input()));
        all().stream()
                .filter(secret -> !secret.equals(login.secret()))
                .forEach(secret -> inputs.add(new SecretsStep.Input(secret, HALVES, "WaitingForServiceUser")));
        return inputs;
    }

    /** Both halves of the credential, for the token check and for every service. */
    public List<EnvVar> env() {
        var env = new ArrayList<>(login.env());
        secrets.forEach((section, secret) -> {
            if (!section.equals(TOKENS_ONLY)) {
                HALVES.forEach(half -> env.add(Reads.fromSecret(section, half, secret, half)));
            }
        });
        return env;
    }

    public Ini in(Ini ini) {
        var result = ini;
        for (var section : secrets.keySet()) {
            result = section.equals(TOKENS_ONLY) ? login.passing(result, section) : login.client(result, section);
        }
        return login.keys(login.passing(result, "keystone"))
                .set("service_user", "send_service_user_token", true)
                .set("cinder", "catalog_info", "block-storage::internalURL")
                .set("cinder", "os_region_name", login.region());
    }
}
