package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** The Secret that tells clients all they need to connect, with the keys that SAP's operator writes. */
record BindingStep(Valkey valkey) implements Step {

    static final String PASSWORD = "password";
    static final List<String> NEEDED = List.of("host", "port", PASSWORD);

    @Override
    public Outcome run(Work work) {
        var names = new StoreNames(valkey);
        var password = SecretText.lines(work, names.password()).getOrDefault(PASSWORD, "");
        if (password.isBlank()) {
            return Outcome.waiting("WaitingForPassword", "Secret/" + names.password() + " has no password yet.")
                    .on(Ref.of(Secret.class, work.namespace(), names.password()));
        }
        var data = new TreeMap<String, String>();
        data.put("host", names.host());
        data.put("port", String.valueOf(Valkey.PORT));
        data.put(PASSWORD, password);
        if (names.guarded()) {
            data.put("primaryName", StoreNames.PRIMARY);
            data.put("sentinelHost", names.host());
            data.put("sentinelPort", String.valueOf(Valkey.SENTINEL_PORT));
        }
        var trust = names.trust(work);
        data.put("tlsEnabled", String.valueOf(trust.isPresent()));
        trust.flatMap(ServerTrust::authority).ifPresent(authority -> data.put("caData", authority));
        work.apply(new SecretBuilder()
                .withNewMetadata()
                .withName(names.binding())
                .withLabels(names.labels())
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(data))
                .build());
        return Outcome.done("BindingWritten", "Secret/" + names.binding() + " tells clients how to connect.");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, new StoreNames(valkey).binding()));
    }
}
