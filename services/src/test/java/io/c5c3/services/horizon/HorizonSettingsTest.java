package io.c5c3.services.horizon;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.openstack.Horizon;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.KeystonePlace;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.junit.jupiter.api.Test;

/** What Horizon is told in each of the ways to reach it. */
class HorizonSettingsTest {

    private static HorizonSettings settings(String spec, HasMetadata... neighbours) {
        var horizon = Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: Horizon
                metadata: {name: horizon, namespace: openstack}
                spec: %s
                """.formatted(spec), Horizon.class);
        var facts = Golden.facts(neighbours);
        return new HorizonSettings(
                horizon.getSpec(),
                new ApiSteps(OpenStackService.HORIZON, horizon, horizon.getSpec(), facts),
                KeystonePlace.of(horizon.getSpec().keystone().authUrl(), facts));
    }

    @Test
    void withoutACacheSessionsStayInBrowsers() {
        var settings = settings("{}", Neighbours.keystone());
        assertThat(settings.problem()).isEmpty();
        assertThat(settings.text())
                .contains("\"OPENSTACK_KEYSTONE_URL\": \"http://keystone.openstack.svc.cluster.local:5000/v3\"")
                .contains("\"localhost\"")
                .doesNotContain("CACHES", "SESSION_", "CSRF_", "SECURE_PROXY", "CACERT");
    }

    @Test
    void itWaitsUntilKeystoneCanBeTold() {
        assertThat(settings("{}").problem())
                .hasValueSatisfying(problem -> assertThat(problem.toString()).contains("no Keystone"));
    }

    @Test
    void behindAnIngressThatEndsTheEncryptionItKnowsWhatBrowsersSee() {
        assertThat(settings("{exposure: {ingress: {host: c.example.com, tlsSecretName: c}}}", Neighbours.keystone())
                        .text())
                .contains("\"CSRF_TRUSTED_ORIGINS\": [\"https://c.example.com\"]")
                .contains("\"SECURE_PROXY_SSL_HEADER\": [\"HTTP_X_FORWARDED_PROTO\",\"https\"]")
                .contains("\"SESSION_COOKIE_SECURE\": true", "\"CSRF_COOKIE_SECURE\": true");
    }

    @Test
    void behindAnIngressWithoutEncryptionCookiesGoWithoutIt() {
        assertThat(settings("{exposure: {ingress: {host: c.example.com}}}", Neighbours.keystone())
                        .text())
                .contains("\"CSRF_TRUSTED_ORIGINS\": [\"http://c.example.com\"]")
                .doesNotContain("COOKIE_SECURE");
    }

    @Test
    void behindAGatewayTheNameOfTheRouteIsAllowed() {
        assertThat(settings(
                                "{exposure: {gateway: {hostname: g.example.com, parentRef: {name: front}}}}",
                                Neighbours.keystone())
                        .text())
                .contains("\"g.example.com\",\"localhost\"")
                .contains("\"CSRF_TRUSTED_ORIGINS\": [\"https://g.example.com\"]");
    }

    @Test
    void onAPortOfNodesAnyNameIsAllowed() {
        assertThat(settings("{exposure: {nodePort: {port: 30080}}}", Neighbours.keystone())
                        .text())
                .contains("\"ALLOWED_HOSTS\": [\"*\"]");
    }

    @Test
    void aCacheThatSpeaksTlsIsUsedSo() {
        var memcached = Neighbours.memcached(1);
        assertThat(settings("{}", Neighbours.keystone(), memcached).text())
                .contains("sealed_cache.SealedCache", "django.contrib.sessions.backends.cache")
                .doesNotContain("cafile");
    }

    @Test
    void whatFollowsFromFieldsIsRefused() {
        assertThat(settings("{customConfig: {DEFAULT: {SECRET_KEY: x}}}", Neighbours.keystone())
                        .problem())
                .hasValueSatisfying(problem -> assertThat(problem.toString()).contains("SECRET_KEY"));
        assertThat(settings("{customConfig: {CACHES: {default: x}}}", Neighbours.keystone())
                        .problem())
                .hasValueSatisfying(problem -> assertThat(problem.toString()).contains("cache.clusterRef"));
    }
}
