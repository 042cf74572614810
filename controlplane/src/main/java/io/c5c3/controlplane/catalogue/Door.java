package io.c5c3.controlplane.catalogue;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;

/**
 * The way to the plane's Keystone, for its administrator.
 *
 * @param url as services are told
 * @param since when it became ready: an interruption may have been a new beginning
 */
record Door(IdentityServer server, IdentityLogin administrator, String url, String since) {

    static final String KEYSTONE = OpenStackService.KEYSTONE.id();

    private static final String PROJECT = "admin";

    /** What is waited for. */
    static Ref keystone(Work work) {
        return work.neighbour(Keystone.class, KEYSTONE)
                .map(Ref::of)
                .orElseGet(() -> Ref.of(Keystone.class, work.namespace(), KEYSTONE));
    }

    /** Empty while Keystone, its address or the administrator's password is missing. */
    static Optional<Door> find(Work work, String user, SecretKeyRef password) {
        var keystone = work.neighbour(Keystone.class, KEYSTONE);
        var endpoint = keystone.map(
                        found -> Conditions.status(found).path("endpoint").asText(""))
                .filter(url -> !url.isBlank());
        var address = work.find(Service.class, KEYSTONE)
                .map(service -> service.getSpec().getClusterIP())
                .filter(ip -> !ip.isBlank() && !"None".equals(ip));
        // As it is, with a newline at its end if there is one: bootstrap takes it that way, too.
        var secret = SecretText.value(work, password.name(), password.key());
        if (keystone.isEmpty() || endpoint.isEmpty() || address.isEmpty() || secret.isEmpty()) {
            return Optional.empty();
        }
        var url = endpoint.get();
        return Optional.of(new Door(
                IdentityServer.of(url, address.get(), authority(work, keystone.get())),
                new IdentityLogin(user, secret.get(), PROJECT),
                url.endsWith("/v3") ? url : url + "/v3",
                Conditions.of(keystone.get(), Conditions.READY)
                        .map(Condition::getLastTransitionTime)
                        .orElse("")));
    }

    /** Changes with everything that makes it another door. */
    List<String> fingerprint() {
        return List.of(url, server.address(), server.authority().orElse(""), since);
    }

    /** The certificate authority of Keystone's certificate, where it has one of its own. */
    private static Optional<String> authority(Work work, Keystone keystone) {
        return new ServingCertificate(keystone.getSpec().tls(), KEYSTONE, List.of())
                .secret()
                .flatMap(secret -> SecretText.value(work, secret, "ca.crt"));
    }
}
