package io.c5c3.tests.apiserver;

import io.c5c3.app.Catalogue;
import io.c5c3.app.Clients;
import io.c5c3.app.Packaging;
import io.c5c3.engine.Ports;
import io.c5c3.engine.runtime.Metrics;
import io.c5c3.engine.runtime.OperatorHost;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Operators as packaging/operators.yaml installs them: each with an account of its own, and nothing but the rights of that. */
final class Installed {

    static final String NAMESPACE = "c5c3-system";

    private Installed() {}

    /** Accounts, roles and bindings; what would run in pods runs in this process. */
    static void install() {
        for (var text : Packaging.files().get("packaging/operators.yaml").split("(?m)^---\\s*$")) {
            if (Arrays.stream(new String[] {
                        "Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"
                    })
                    .anyMatch(kind -> text.contains("\nkind: \"" + kind + "\"\n"))) {
                ApiServer.client()
                        .load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                        // Another test may have applied the same as a person does.
                        .forceConflicts()
                        .serverSideApply();
            }
        }
    }

    static String user(String operator) {
        return "system:serviceaccount:" + NAMESPACE + ":" + operator + "-operator";
    }

    /** A client with the token of the operator's account, and no other credentials. */
    static KubernetesClient client(String operator) {
        var admin = ApiServer.client().getConfiguration();
        var token = ApiServer.client()
                .serviceAccounts()
                .inNamespace(NAMESPACE)
                .withName(operator + "-operator")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        Config own = new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl(admin.getMasterUrl())
                .withCaCertData(admin.getCaCertData())
                .withCaCertFile(admin.getCaCertFile())
                .withOauthToken(token)
                .build();
        return Clients.of(own);
    }

    /** One operator at work under its own account. */
    record Running(KubernetesClient client, OperatorHost host) implements AutoCloseable {
        static Running start(String operator, Ports outside) {
            var client = Installed.client(operator);
            var host = new OperatorHost(
                    client,
                    Catalogue.all().stream()
                            .filter(blueprint -> blueprint.operator().equals(operator))
                            .toList(),
                    outside,
                    new Metrics(new SimpleMeterRegistry()),
                    Optional.empty(),
                    Set.of());
            host.start();
            return new Running(client, host);
        }

        @Override
        public void close() {
            host.close();
            client.close();
        }
    }
}
