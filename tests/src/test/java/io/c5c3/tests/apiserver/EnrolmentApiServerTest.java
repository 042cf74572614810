package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.app.Catalogue;
import io.c5c3.app.Connections;
import io.c5c3.cli.cluster.Enrolments;
import io.c5c3.engine.Enrolment;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators with their own rights and no others, on an API server that asks for them. */
@ExtendWith(ApiServer.class)
class EnrolmentApiServerTest {

    private static final int FORBIDDEN = 403;

    private static StandInKubelet kubelet;
    private static Installed.Running operator;

    @BeforeAll
    static void start() {
        Installed.install();
        kubelet = new StandInKubelet(ApiServer.client());
        operator = Installed.Running.start("memcached", Connections.memory());
    }

    @AfterAll
    static void stop() {
        operator.close();
        kubelet.close();
    }

    static List<String> operators() {
        return List.copyOf(Catalogue.operators());
    }

    @ParameterizedTest
    @MethodSource("operators")
    void whereItIsNotEnrolledAnOperatorReadsNothing(String name) {
        var namespace = new TestNamespace(ApiServer.client(), ApiServer.namespace(Map.of()));
        namespace.secret("private", Map.of("password", "s3cret"));
        try (var client = Installed.client(name)) {
            for (Class<? extends HasMetadata> kind :
                    List.<Class<? extends HasMetadata>>of(Secret.class, ConfigMap.class, Pod.class, Lease.class)) {
                var refusal = catchThrowableOfType(
                        KubernetesClientException.class,
                        () -> client.resources(kind)
                                .inNamespace(namespace.name())
                                .list());
                assertThat(refusal.getCode()).as(kind.getSimpleName()).isEqualTo(FORBIDDEN);
                assertThat(catchThrowableOfType(
                                        KubernetesClientException.class,
                                        () -> client.resources(kind)
                                                .inAnyNamespace()
                                                .list())
                                .getCode())
                        .isEqualTo(FORBIDDEN);
            }
            assertThat(client.namespaces().list().getItems()).isNotEmpty();
        }
    }

    @Test
    void aNamespaceIsEnrolledAndWithdrawnWithoutARestart() {
        var namespace = new TestNamespace(ApiServer.client(), ApiServer.namespace(Map.of()));
        var enrolments = new Enrolments(ApiServer.client());
        namespace.apply(Memcached.class, "cache", "{}");
        namespace.awaitReason(
                Memcached.class, "cache", "Enrolled", "NamespaceNotEnrolled", "./c5c3 enroll " + namespace.name());
        assertThat(namespace.get(StatefulSet.class, "cache")).isNull();
        assertThat(enrolments.enroll(namespace.name(), false)).isTrue();
        namespace.awaitReady(Memcached.class, "cache");
        assertThat(enrolments.enroll(namespace.name(), false)).isFalse();
        assertThat(enrolments.withdraw(namespace.name())).isTrue();
        namespace.awaitReason(Memcached.class, "cache", "Enrolled", "NamespaceNotEnrolled");
        enrolments.enroll(namespace.name(), false);
        namespace.awaitReady(Memcached.class, "cache");
        // With the namespace go the RoleBindings, at any time, and still nothing hangs.
        ApiServer.client().namespaces().withName(namespace.name()).delete();
        await("the namespace is gone")
                .atMost(TestNamespace.PATIENCE)
                .until(() -> ApiServer.client()
                                .namespaces()
                                .withName(namespace.name())
                                .get()
                        == null);
    }

    @Test
    void aLabelAloneGivesNoRights() {
        var namespace = new TestNamespace(ApiServer.client(), ApiServer.namespace(Map.of(Enrolment.LABEL, "true")));
        namespace.apply(Memcached.class, "cache", "{}");
        namespace.awaitReason(Memcached.class, "cache", "Enrolled", "NamespaceNotEnrolled", "RoleBinding is missing");
        new Enrolments(ApiServer.client()).enroll(namespace.name(), false);
        namespace.awaitReady(Memcached.class, "cache");
    }

    @Test
    void whatWasNeverWorkedOnIsNotHeldUp() {
        var namespace = new TestNamespace(ApiServer.client(), ApiServer.namespace(Map.of()));
        namespace.apply(Memcached.class, "cache", "{}");
        namespace.awaitReason(Memcached.class, "cache", "Enrolled", "NamespaceNotEnrolled");
        namespace.delete(Memcached.class, "cache");
        namespace.awaitGone(Memcached.class, "cache");
    }
}
