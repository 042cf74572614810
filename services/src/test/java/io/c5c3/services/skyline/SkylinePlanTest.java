package io.c5c3.services.skyline;

import static io.c5c3.api.catalogue.OpenStackService.BARBICAN;
import static io.c5c3.api.catalogue.OpenStackService.NEUTRON;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;
import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.openstack.OpenStackNeutron;
import io.c5c3.api.openstack.Skyline;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.c5c3.engine.render.PlanYaml;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What Skyline and the nginx before it are told, by what there is in the namespace. */
class SkylinePlanTest {

    private static Skyline skyline(String spec) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: Skyline
                metadata: {name: skyline, namespace: openstack}
                spec: %s
                """.formatted(spec), Skyline.class);
    }

    private static String plan(String spec, HasMetadata... neighbours) {
        return PlanYaml.of(new SkylineBlueprint().plan(skyline(spec), Golden.facts(neighbours)));
    }

    @Test
    void nginxLeadsToThoseThatHaveAnswered() {
        assertThat(plan(
                        "{}",
                        Neighbours.keystone(),
                        Neighbours.answering(NEUTRON, "http"),
                        Neighbours.answering(BARBICAN, "http"),
                        Neighbours.nova("{}")))
                .contains(
                        "location /api/openstack/regionone/keystone/ { proxy_pass http://keystone.openstack.svc.cluster.local:5000/; }",
                        "location /api/openstack/regionone/neutron/ { proxy_pass http://neutron.openstack.svc.cluster.local:9696/; }",
                        "location /api/openstack/regionone/barbican/ { proxy_pass http://barbican.openstack.svc.cluster.local:9311/; }")
                .doesNotContain("/nova/", "proxy_ssl", "listen 9999 ssl");
    }

    @Test
    void whoIsAskedByTlsIsChecked() {
        assertThat(plan("{tls: {enabled: true}}", Neighbours.keystone(), Neighbours.answering(NEUTRON, "https")))
                .contains("listen 9999 ssl;", "proxy_ssl_verify on;")
                .contains("proxy_ssl_trusted_certificate /etc/c5c3/tls/ca.crt;")
                .contains("\"cafile\": \"/etc/c5c3/tls/ca.crt\"");
        assertThat(plan("{}", Neighbours.keystone(), Neighbours.answering(NEUTRON, "https")))
                .as("by authorities that everybody trusts: told no file, Skyline would trust everybody")
                .contains("proxy_ssl_trusted_certificate " + SkylineBlueprint.PACKAGES + "/certifi/cacert.pem;")
                .contains("\"cafile\": \"" + SkylineBlueprint.PACKAGES + "/certifi/cacert.pem\"");
    }

    @Test
    void itWaitsForTheNetworkServiceWithoutWhichNobodyGetsIn() {
        assertThat(plan("{}", Neighbours.keystone())).contains("WaitingForNeutron", "there is none yet");
        var silent = Neighbours.answering(NEUTRON, "http");
        ((Neutron) silent).setStatus(null);
        assertThat(plan("{}", Neighbours.keystone(), silent))
                .contains("WaitingForNeutron", "Neutron/neutron has no endpoint yet");
        assertThat(PlanYaml.of(new SkylineBlueprint()
                        .plan(
                                skyline("{}"),
                                Golden.facts(Set.of(Neutron.class, OpenStackNeutron.class), Neighbours.keystone()))))
                .contains("WaitingForNeutron", "its definition is not installed");
    }

    @Test
    void twoOfAKindAreOneTooMany() {
        var second = Neighbours.answering(NOVA, "http");
        second.getMetadata().setName("other");
        assertThat(plan(
                        "{}",
                        Neighbours.keystone(),
                        Neighbours.answering(NEUTRON, "http"),
                        Neighbours.answering(NOVA, "http"),
                        second))
                .contains("MoreThanOneNova", "delete Nova/other");
    }

    @Test
    void anAddressThatNginxWouldTakeForMoreIsRefused() {
        assertThat(plan(
                        "{keystone: {authUrl: 'http://keystone.openstack.svc.cluster.local:5000/;return'}}",
                        Neighbours.keystone(),
                        Neighbours.answering(NEUTRON, "http")))
                .contains("InvalidAuthUrl");
    }

    @Test
    void noSecretIsInItsFiles() {
        assertThat(plan("{}", Neighbours.keystone(), Neighbours.answering(NEUTRON, "http")))
                .contains("OS_DEFAULT__DATABASE_URL", "OS_DEFAULT__SECRET_KEY", "OS_OPENSTACK__SYSTEM_USER_PASSWORD")
                .doesNotContain("\"database_url\"", "\"secret_key\"", "\"system_user_password\"");
    }

    @Test
    void whatFollowsFromFieldsIsRefused() {
        assertThat(plan(
                        "{customConfig: {default: {secret_key: x}}}",
                        Neighbours.keystone(),
                        Neighbours.answering(NEUTRON, "http")))
                .contains("OptionOwnedByOperator", "[default] secret_key");
        assertThat(plan(
                        "{customConfig: {DEFAULT: {debug: 'true'}}}",
                        Neighbours.keystone(),
                        Neighbours.answering(NEUTRON, "http")))
                .contains("InvalidOption", "the section DEFAULT", "write default, openstack or setting");
    }
}
