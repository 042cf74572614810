package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes that the API server itself refuses, each with a sentence that says what to write instead. */
@ExtendWith(ApiServer.class)
class BadInputApiServerTest {

    private static final String KEYSTONE = "keystone.openstack.c5c3.io/v1alpha1";
    private static final String PLANE = "c5c3.io/v1alpha1";
    private static final String MARIADB = "openstack.k8s.io/v1alpha1";
    private static final String MEMCACHED = "memcached.c5c3.io/v1alpha1";

    private static String namespace;

    @BeforeAll
    static void namespace() {
        namespace = ApiServer.namespace();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                KEYSTONE
                        + " | Keystone     | {replcas: 1}                                   | unknown field \"spec.replcas\"",
                KEYSTONE + " | Keystone     | {replicas: many}                               | must be of type integer",
                KEYSTONE
                        + " | Keystone     | {replicas: -1}                                 | should be greater than or equal to 0",
                KEYSTONE
                        + " | Keystone     | {fernet: {maxActiveKeys: 2}}                   | should be greater than or equal to 3",
                KEYSTONE
                        + " | Keystone     | {fernet: {rotationSchedule: weekly}}           | fernet.rotationSchedule must be five cron fields",
                KEYSTONE
                        + " | Keystone     | {fernet: {rotationSchedule: '0 0 * *'}}        | fernet.rotationSchedule must be five cron fields",
                KEYSTONE
                        + " | Keystone     | {trustFlush: {schedule: nightly}}              | trustFlush.schedule must be five cron fields",
                KEYSTONE
                        + " | Keystone     | {image: {tag: 'not a tag'}}                    | image.tag must be a version (28.0.0)",
                KEYSTONE
                        + " | Keystone     | {image: {tag: 28.0.0, digest: 'sha256:0'}}     | write either image.tag or image.digest",
                KEYSTONE
                        + " | Keystone     | {image: {digest: 'sha256:0'}}                  | image.digest must be sha256:",
                KEYSTONE
                        + " | Keystone     | {database: {host: db, clusterRef: {name: db}}} | write either database.clusterRef",
                KEYSTONE
                        + " | Keystone     | {cache: {servers: ['a:1'], clusterRef: {name: b}}} | write either cache.servers or cache.clusterRef",
                KEYSTONE
                        + " | Keystone     | {policyOverrides: {}}                          | write policyOverrides.rules or policyOverrides.configMapRef",
                KEYSTONE
                        + " | Keystone     | {autoscaling: {minReplicas: 6, maxReplicas: 5}} | autoscaling.minReplicas must not be greater",
                KEYSTONE
                        + " | Keystone     | {deletionPolicy: Shred}                        | Unsupported value: \"Shred\"",
                MARIADB
                        + "  | MariaDB      | {replicas: 2}                                  | replicas must be 1, 3 or 5",
                MARIADB
                        + "  | MariaDB      | {replicas: -1}                                 | replicas must be 1, 3 or 5",
                MARIADB + "  | MariaDB      | {storageSize: big}                             | storageSize",
                MEMCACHED
                        + "| Memcached    | {replicas: -1}                                 | should be greater than or equal to 0",
                MEMCACHED
                        + "| Memcached    | {config: {maxMemoryMB: 1}}                     | should be greater than or equal to 16",
                MEMCACHED
                        + "| Memcached    | {highAvailability: {podAntiAffinity: maybe}}   | Unsupported value: \"maybe\"",
                MEMCACHED
                        + "| Memcached    | {highAvailability: {podDisruptionBudget: {minAvailable: 1, maxUnavailable: 1}}} | write either podDisruptionBudget.minAvailable",
                MEMCACHED
                        + "| Memcached    | {highAvailability: {topologySpreadConstraints: [{maxSkew: 99999999999}]}} | should be less than or equal to 2147483647",
                MEMCACHED
                        + "| Memcached    | {highAvailability: {podDisruptionBudget: {maxUnavailable: 99999999999}}} | should be less than or equal to 2147483647",
                MEMCACHED
                        + "| Memcached    | {resources: {limits: {memory: lots}}}          | spec.resources.limits.memory in body should match",
                MEMCACHED
                        + "| Memcached    | {resources: {limits: {memory: 1e999999999}}}   | spec.resources.limits.memory in body should match",
                PLANE
                        + "    | ControlPlane | {infrastructure: {mariadb: {replicas: 2}}}     | mariadb.replicas must be 1, 3 or 5",
                PLANE
                        + "    | ControlPlane | {infrastructure: {rabbitmq: {replicas: 4}}}    | rabbitmq.replicas must be 1, 3 or 5",
                PLANE
                        + "    | ControlPlane | {infrastructure: {valkey: {replicas: 4, sentinel: {enabled: true}}}} | valkey.replicas must be odd",
                PLANE
                        + "    | ControlPlane | {services: {keystone: {replicas: -1}}}         | should be greater than or equal to 0",
                PLANE
                        + "    | ControlPlane | {services: {kystone: {}}}                      | unknown field \"spec.services.kystone\"",
                PLANE
                        + "    | ControlPlane | {tempest: {enabled: true, schedule: nightly}}  | tempest.schedule must be five cron fields",
                PLANE
                        + "    | ControlPlane | {korc: {bootstrapResources: [dragons]}}        | Unsupported value: \"dragons\"",
            })
    void aMistakeIsRefusedWithASentence(String apiVersion, String kind, String spec, String sentence) {
        assertThat(Refusal.of(namespace, apiVersion, kind, "bad", spec)).contains(sentence);
    }

    @Test
    void aNameTooLongForItsChildrenIsRefused() {
        for (var kind : new String[][] {
            {KEYSTONE, "Keystone"}, {MARIADB, "MariaDB"}, {MEMCACHED, "Memcached"}, {PLANE, "ControlPlane"}
        }) {
            assertThat(Refusal.of(namespace, kind[0], kind[1], "k".repeat(41), "{}"))
                    .contains("metadata.name must be no longer than 40 characters");
        }
    }
}
