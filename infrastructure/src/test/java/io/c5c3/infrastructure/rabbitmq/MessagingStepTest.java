package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.common.Tls;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessagingStepTest extends MessagingWorld {

    private static final String HOSTILE = "a'b\"c`d\\e$f%g h+ä密@:?#,";

    @Test
    void theOnlyRabbitMQIsTaken() {
        service();
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("WaitingForMessagingCredentials");
        login(Map.of("username", "neutron", "password", HOSTILE, "vhost", "neutron"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("WaitingForMessaging");
        rabbitmq("rabbitmq", 1, Defaults.of(Tls.class));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(broker.changes())
                .as("first of all whose it is to be")
                .containsExactly(
                        "record vhost/neutron",
                        "record messaging-user/neutron",
                        "create vhost neutron with quorum queues",
                        "set password of neutron",
                        "permit neutron to neutron");
        assertThat(url())
                .isEqualTo(
                        "rabbit://neutron:a%27b%22c%60d%5Ce%24f%25g%20h%2B%C3%A4%E5%AF%86%40%3A%3F%23%2C@rabbitmq-0.rabbitmq.openstack.svc:5672/neutron");
        assertThat(condition().getMessage())
                .isEqualTo("User neutron can use the virtual host neutron on rabbitmq-0.rabbitmq.openstack.svc:5672.");
    }

    @Test
    void atTheFixedPointNothingIsWritten() {
        ready();
        var writes = simulation.cluster().writes().size();
        var changes = broker.changes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
        assertThat(broker.changes()).hasSize(changes);
    }

    @Test
    void everyServerOfAClusterIsNamed() {
        rabbitmq("rabbitmq", 3, Defaults.of(Tls.class));
        ready();
        assertThat(url())
                .isEqualTo("rabbit://neutron:the-password@rabbitmq-0.rabbitmq.openstack.svc:5672,"
                        + "neutron:the-password@rabbitmq-1.rabbitmq.openstack.svc:5672,"
                        + "neutron:the-password@rabbitmq-2.rabbitmq.openstack.svc:5672/neutron");
    }

    @Test
    void encryptedServersComeWithTheirAuthority() {
        rabbitmq("rabbitmq", 1, new Tls(true, null, null));
        ready();
        assertThat(url())
                .isEqualTo("rabbit://neutron:the-password@rabbitmq-0.rabbitmq.openstack.svc:5671/neutron"
                        + "?ssl=true&ssl_ca_file=/etc/c5c3/messaging/ca.crt");
        assertThat(value("neutron-messaging-connection", "ca.crt")).startsWith("-----BEGIN CERTIFICATE-----");
        assertThat(MessagingStep.files("any").mount().getMountPath()).isEqualTo("/etc/c5c3/messaging");
    }

    @Test
    void severalRabbitMQsNeedAWord() {
        ready();
        rabbitmq("other", 1, Defaults.of(Tls.class));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAmbiguous");
        assertThat(condition().getMessage()).contains("(other, rabbitmq)").contains("messaging.clusterRef.name");
        wish = new Messaging(new NameRef("other"), null, List.of());
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(url()).contains("@other-0.other.openstack.svc:5672/");
    }

    /** The documents' own example lists the servers of the cluster beside it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rabbitmq-0.rabbitmq:5672",
                "rabbitmq-2.rabbitmq.openstack.svc.cluster.local:5672",
                "rabbitmq:5672",
                "rabbitmq-client.openstack.svc"
            })
    void hostsMayNameOurOwn(String host) {
        wish = new Messaging(null, null, List.of(host, "rabbitmq-1.rabbitmq:5672"));
        ready();
        assertThat(broker.vhosts(address())).containsExactly("neutron");
        assertThat(url()).contains("@rabbitmq-0.rabbitmq.openstack.svc:5672/neutron");
    }

    @Test
    void aNameThatIsNotThereIsWaitedFor() {
        wish = new Messaging(new NameRef("later"), null, List.of());
        service();
        login(Map.of("username", "neutron", "password", "pw"));
        simulation.settle();
        assertThat(condition().getMessage())
                .isEqualTo("RabbitMQ/later, which messaging.clusterRef names, does not exist.");
        simulation.hold("later");
        rabbitmq("later", 1, Defaults.of(Tls.class));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingNotReady");
        assertThat(status().blockedBy()).isNotNull();
        simulation.mend("later");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(url()).endsWith("/neutron");
    }

    @Test
    void aNewPasswordReachesServersAndPods() {
        ready();
        login(Map.of("username", "neutron", "password", "another-password", "vhost", "neutron"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(url()).contains(":another-password@");
        assertThat(broker.changes()).endsWith("set password of neutron");
    }

    /** A server that lost its volume knows nobody any more. */
    @Test
    void whatIsLostIsMadeAgain() throws BrokerFailure {
        ready();
        var admin = new BrokerLogin(address(), 15672, "admin", value("rabbitmq-admin", "password"), Optional.empty());
        broker.deleteVhost(admin, "neutron");
        broker.deleteUser(admin, "neutron");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(broker.vhosts(address())).containsExactly("neutron");
        assertThat(broker.users(address())).containsExactly("neutron");
    }

    @Test
    void lostSecretsAreRestored() {
        ready();
        for (var lost : List.of(
                "neutron-messaging-connection", "rabbitmq-admin", "rabbitmq-admin-backup", "rabbitmq-erlang-cookie")) {
            simulation.cluster().take(Ref.of(Secret.class, "openstack", lost));
            simulation.settle();
            assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
            assertThat(simulation.find(Secret.class, lost)).isPresent();
        }
    }

    @Test
    void anotherOnesServersAreOnlyAsked() {
        wish = new Messaging(null, null, List.of("rabbit.example.org", "[fd00::1]:5673"));
        service();
        login(Map.of("username", "neutron", "password", "pw"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingLoginRefused");
        assertThat(condition().getMessage())
                .isEqualTo("rabbit.example.org:5672 does not let user neutron of Secret/login use the virtual host /:"
                        + " the server knows no such user with this password.");
        broker.given("rabbit.example.org", "neutron", "pw", "/");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
        assertThat(url()).isEqualTo("rabbit://neutron:pw@rabbit.example.org:5672,neutron:pw@[fd00::1]:5673/%2F");
        assertThat(broker.changes()).isEmpty();
        broker.away(true);
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("WaitingForMessaging");
    }

    @Test
    void theSecretMayNameTheServersAndTheirAuthority() {
        service();
        broker.given("10.1.2.3", "neutron", "pw", "cloud");
        login(Map.of(
                "username",
                "neutron",
                "password",
                "pw\n",
                "vhost",
                "cloud",
                "hosts",
                "10.1.2.3, 10.1.2.4:5673",
                "ca.crt",
                "-----BEGIN CERTIFICATE-----"));
        simulation.settle();
        assertThat(url())
                .isEqualTo("rabbit://neutron:pw@10.1.2.3:5671,neutron:pw@10.1.2.4:5673/cloud"
                        + "?ssl=true&ssl_ca_file=/etc/c5c3/messaging/ca.crt");
        assertThat(keys()).containsExactlyInAnyOrder("ca.crt", "transport_url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amqp://rabbit:5672", "user@rabbit", "rabbit/vhost", "rabbit:port", "", "-rabbit"})
    void hostsAreHosts(String host) {
        wish = new Messaging(null, null, List.of(host));
        service();
        login(Map.of("username", "neutron", "password", "pw"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingHostInvalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "guest"})
    void usersOfTheServersAreNotTakenOver(String user) {
        rabbitmq("rabbitmq", 1, Defaults.of(Tls.class));
        service();
        login(Map.of("username", user, "password", "pw"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingUserReserved");
    }

    /** oslo.messaging takes the address apart and puts it together again, and forgets to quote these. */
    @ParameterizedTest
    @CsvSource({"a/b, pw, v", "neutron, a/b, v", "neutron, pw, a b", "neutron, pw, a?b", "neutron, pw, ä"})
    void whatCannotBeCarriedIsRefused(String user, String password, String vhost) {
        rabbitmq("rabbitmq", 1, Defaults.of(Tls.class));
        service();
        login(Map.of("username", user, "password", password, "vhost", vhost));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingCredentialsUnusable");
        assertThat(broker.changes()).isEmpty();
    }
}
