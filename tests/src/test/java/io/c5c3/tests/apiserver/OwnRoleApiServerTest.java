package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.app.Catalogue;
import io.c5c3.app.Connections;
import io.c5c3.cli.cluster.Enrolments;
import io.c5c3.engine.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every operator by itself, with its own account: together they bring up the core cloud and take it down, and none is ever refused. */
@ExtendWith(ApiServer.class)
class OwnRoleApiServerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static StandInKubelet kubelet;
    private static List<Installed.Running> operators;

    @BeforeAll
    static void start() {
        Installed.install();
        kubelet = new StandInKubelet(ApiServer.client());
        var outside = Connections.memory();
        operators = Catalogue.operators().stream()
                .map(operator -> Installed.Running.start(operator, outside))
                .toList();
    }

    @AfterAll
    static void stop() {
        operators.forEach(Installed.Running::close);
        kubelet.close();
    }

    @Test
    void theCoreCloudComesUpAndGoesWithoutOneRefusal() {
        var log = new AuditLog(ApiServer.cluster().auditLog());
        var namespace = new TestNamespace(ApiServer.client(), ApiServer.namespace(Map.of()));
        new Enrolments(ApiServer.client()).enroll(namespace.name(), true);
        var mark = log.mark();
        namespace.apply(ControlPlane.class, "plane", """
            {deletionPolicy: Delete, infrastructure: {rabbitmq: {}, ceph: {provider: BuiltIn}},
             services: {keystone: {enabled: true}, glance: {enabled: true}, placement: {enabled: true},
                        neutron: {enabled: true}, cinder: {enabled: true}, nova: {enabled: true}}}\
            """);
        // All that a cluster without nodes can have: agents find nowhere to run.
        await("all but the agents is ready").atMost(PATIENCE).untilAsserted(() -> {
            var conditions = Conditions.of(namespace.get(ControlPlane.class, "plane"));
            assertThat(conditions).hasSizeGreaterThan(10);
            assertThat(conditions)
                    .filteredOn(condition -> !"True".equals(condition.getStatus()))
                    .extracting(Condition::getType, Condition::getMessage)
                    .allSatisfy(said -> assertThat(said.toString()).contains("NoNodes"));
        });
        namespace.delete(ControlPlane.class, "plane");
        await("the plane is gone").atMost(PATIENCE).until(() -> namespace.get(ControlPlane.class, "plane") == null);
        // Namespaces of other tests are labelled without anybody having rights there.
        assertThat(log.refusals(mark, "system:serviceaccount:" + Installed.NAMESPACE))
                .filteredOn(request -> !request.contains("/namespaces/test-")
                        || request.contains("/namespaces/" + namespace.name() + "/"))
                .isEmpty();
    }
}
