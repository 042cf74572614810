package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in the services of the core cloud, and in what they stand on, that the API server itself refuses with a sentence. */
@ExtendWith(ApiServer.class)
class CoreBadInputApiServerTest {

    private static String namespace;

    @BeforeAll
    static void namespace() {
        namespace = ApiServer.namespace();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ml2: {mechanismDrivers: [linuxbridge]}}      | ml2.mechanismDrivers must be of ovn, openvswitch and sriovnicswitch",
                "{ml2: {mechanismDrivers: [ovn, openvswitch]}} | ml2.mechanismDrivers names ovn and openvswitch",
                "{agents: {bridgeMappings: [{physicalNetwork: a, bridge: b}]}} | agents.bridgeMappings is for ml2.mechanismDrivers: [openvswitch]",
                "{ml2: {typeDrivers: [stt]}}                   | ml2.typeDrivers must be of geneve, vlan, flat, local",
                "{ml2: {typeDrivers: [flat]}}                  | ml2.tenantNetworkTypes must be among ml2.typeDrivers",
                "{ml2: {extensionDrivers: [port_safety]}}      | ml2.extensionDrivers must be of",
                "{ml2: {drivers: [ovn]}}                       | unknown field \"spec.ml2.drivers\"",
                "{ovn: {nbConnection: 'tcp:ovn-nb:6641'}}      | write both ovn.nbConnection and ovn.sbConnection",
                "{ovn: {nbConnection: 'ovn-nb:6641', sbConnection: 'tcp:ovn-sb:6642'}} | spec.ovn.nbConnection",
                "{ovn: {clusterRef: {}}}                       | spec.ovn.clusterRef.name: Required value",
                "{tls: {issuerRef: {}}}                        | spec.tls.issuerRef.name: Required value",
                "{deployment: {extraMounts: [{mount: {}}]}}    | spec.deployment.extraMounts[0].volume: Required value",
                "{api: {replicas: -1}}                         | should be greater than or equal to 0",
                "{keystone: {authUrl: keystone}}               | spec.keystone.authUrl",
                "{keystone: {appCredentialRef: {}}}            | write keystone.appCredentialRef.secretName",
                "{metadataAgent: {novaMetadataHost: 'a b'}}    | spec.metadataAgent.novaMetadataHost",
            })
    void aMistakeInANeutron(String spec, String sentence) {
        assertThat(refused("neutron.openstack.c5c3.io/v1alpha1", "Neutron", spec))
                .contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{backends: [{name: a, driver: a.B}, {name: a, driver: c.D}]} | backends must have names of their own",
                "{backends: [{name: a, driver: a.B}], defaultVolumeType: b}   | defaultVolumeType must be the name of one of the backends",
                "{defaultVolumeType: b}                                       | defaultVolumeType must be the name of one of the backends",
                "{backends: [{name: a, driver: cinder.volume.drivers.rbd.RBDDriver}]} | needs rbd.pool and rbd.cephSecretRef",
                "{backends: [{driver: a.B}]}                                  | spec.backends[0].name: Required value",
                "{backends: [{name: a}]}                                      | spec.backends[0].driver: Required value",
                "{backends: [{name: A, driver: a.B}]}                         | spec.backends[0].name",
                "{backends: [{name: a, driver: 'a b'}]}                       | spec.backends[0].driver",
                "{backup: {rbd: {pool: a}, file: {size: 1Gi}}}                | write one of backup.rbd, backup.file and backup.driver",
                "{backup: {file: {}, driver: a.B}}                            | write one of backup.rbd, backup.file and backup.driver",
                "{backup: {driver: cinder.backup.drivers.ceph.CephBackupDriver}}   | write backup.rbd, with its pool",
                "{backup: {driver: cinder.backup.drivers.posix.PosixBackupDriver}} | write backup.file, with its size",
                "{backup: {driver: 'a b'}}                                    | spec.backup.driver",
                "{backup: {rbd: {cephClientRef: {name: a, namespace: b}}}}    | rbd.cephClientRef.namespace is not read from",
                "{backup: {file: {size: much}}}                               | spec.backup.file.size",
                "{backup: {file: {accessMode: ReadOnly}}}                     | Unsupported value: \"ReadOnly\"",
                "{backup: {replicas: -1}}                                     | should be greater than or equal to 0",
                "{backup: {secretOptionsRef: {}}}                             | spec.backup.secretOptionsRef.name: Required value",
                "{purge: {schedule: nightly}}                                 | purge.schedule must be five cron fields",
                "{messaging: {clusterRef: {name: a}, hosts: ['b:1']}}         | write either messaging.clusterRef",
            })
    void aMistakeInACinder(String spec, String sentence) {
        assertThat(refused("cinder.openstack.c5c3.io/v1alpha1", "Cinder", spec)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{storage: {rbd: {pool: images}}}            | storage.rbd is for storage.backend: rbd",
                "{storage: {backend: swift}}                 | Unsupported value: \"swift\"",
                "{storage: {backend: rbd, rbd: {pool: 'a b'}}} | spec.storage.rbd.pool",
                "{storage: {backend: rbd, rbd: {cephClientRef: {}}}} | spec.storage.rbd.cephClientRef.name: Required value",
                "{storage: {stores: [{name: shelf}]}}        | storage.stores are further pools of Ceph",
                "{storage: {backend: rbd, stores: [{name: database}]}} | a store cannot be called as a part of Glance is",
                "{storage: {backend: rbd, stores: [{name: a}, {name: a}]}} | two of storage.stores have one name",
                "{storage: {file: {size: much}}}             | spec.storage.file.size",
                "{storage: {file: {accessMode: ReadOnly}}}   | Unsupported value: \"ReadOnly\"",
                "{database: {clusterRef: {name: a}, host: b}} | write either database.clusterRef",
                "{dependsOn: [{kind: Keystone}]}             | spec.dependsOn[0].name: Required value",
            })
    void aMistakeInAGlance(String spec, String sentence) {
        assertThat(refused("glance.openstack.c5c3.io/v1alpha1", "Glance", spec)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pipelines: {}}                                              | enable at least one of pipelines.nova",
                "{pipelines: {nova: {enabled: false}}}                        | enable at least one of pipelines.nova",
                "{pipelines: {glance: {enabled: true}}}                       | unknown field \"spec.pipelines.glance\"",
                "{pipelines: {nova: {enabled: true, filters: [{}]}}}          | filters[0].name: Required value",
                "{pipelines: {nova: {enabled: true, filters: [{name: a}, {name: a}]}}} | two filters of a pipeline have the same name",
                "{pipelines: {nova: {enabled: true, weighers: [{name: a}, {name: a, weight: 2}]}}} | two weighers of a pipeline have the same name",
                "{pipelines: {nova: {enabled: true, weighers: [{name: a, weight: much}]}}} | weighers[0].weight",
                "{database: {host: a, server: {}}}                            | write either database.host (a server that you run)",
                "{database: {port: 5433}}                                     | database.port belongs to database.host",
                "{database: {host: 'a b'}}                                    | spec.database.host",
                "{database: {database: 'A-1'}}                                | spec.database.database",
                "{database: {server: {storageSize: much}}}                    | spec.database.server.storageSize",
                "{datasources: {prometheus: {enabled: true}}}                 | datasources.prometheus.endpoint must be written",
                "{datasources: {nova: {endpoint: nova}}}                      | spec.datasources.nova.endpoint",
                "{keystone: {appCredentialRef: {}}}                           | write keystone.appCredentialRef.secretName",
                "{replicas: -1}                                               | should be greater than or equal to 0",
                "{image: {tag: newest}}                                       | image.tag must be a version",
            })
    void aMistakeInACortex(String spec, String sentence) {
        assertThat(refused("cortex.c5c3.io/v1alpha1", "Cortex", spec)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{services: {cinder: {backup: {rbd: {}, file: {}}}}} | write one of backup.rbd, backup.file and backup.driver",
                "{cortex: {pipelines: [glance]}}                   | Unsupported value: \"glance\"",
                "{cortex: {replicas: -1}}                          | should be greater than or equal to 0",
                "{cortex: {database: {host: a, server: {}}}}       | write either database.host (a server that you run)",
                "{tempest: {schedule: nightly}}                    | tempest.schedule must be five cron fields",
                "{tempest: {tests: {services: [dns]}}}             | Unsupported value: \"dns\"",
                "{tempest: {reports: {keep: 0}}}                   | should be greater than or equal to 1",
            })
    void aMistakeInTheExtrasOfAPlane(String spec, String sentence) {
        assertThat(refused("c5c3.io/v1alpha1", "ControlPlane", spec)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openstack.k8s.io | CephStorage | {provider: External}                      | provider: External needs external.secretRef",
                "openstack.k8s.io | CephStorage | {provider: Rook, external: {secretRef: {name: a}}} | external is for provider: External",
                "openstack.k8s.io | CephStorage | {pools: [{name: a}, {name: a}]}           | two pools have one name",
                "openstack.k8s.io | CephStorage | {clients: [{name: a, pools: [b]}, {name: a, pools: [b]}]} | two clients have one name",
                "openstack.k8s.io | CephStorage | {builtIn: {osds: 0}}                      | should be greater than or equal to 1",
                "openstack.k8s.io | RabbitMQ    | {replicas: 2}                             | replicas must be 1, 3 or 5",
                "openstack.k8s.io | Valkey      | {replicas: 2, sentinel: {enabled: true}}  | replicas must be odd with sentinel.enabled",
                "openstack.k8s.io | Valkey      | {metrics: {monitor: {enabled: true}}}     | metrics.monitor.enabled needs metrics.enabled: true",
                "openstack.k8s.io | Valkey      | {provider: Redis}                         | supported values: \"Auto\", \"BuiltIn\", \"SAP\"",
                "ovn.c5c3.io      | OVNCluster  | {northbound: {replicas: 2}}               | replicas must be 1, 3 or 5",
                "ovn.c5c3.io      | OVNCluster  | {southbound: {replicas: 0}}               | replicas must be 1, 3 or 5",
                "ovn.c5c3.io      | OVNChassis  | {hostname: a, systemId: b, encapsulation: {ip: elsewhere}} | spec.encapsulation.ip",
                "ovn.c5c3.io      | OVNChassis  | {hostname: a, systemId: b, encapsulation: {type: stt, ip: 10.0.0.1}} | Unsupported value: \"stt\"",
                "ovn.c5c3.io      | OVNChassis  | {hostname: a, systemId: b, encapsulation: {ip: 10.0.0.1}, bridgeMappings: [{physicalNetwork: a, bridge: b}, {physicalNetwork: a, bridge: c}]} | write each network once",
                "placement.openstack.c5c3.io | Placement | {keystone: {authUrl: 'ftp://x'}}   | spec.keystone.authUrl",
                "placement.openstack.c5c3.io | Placement | {image: {tag: newest}}             | image.tag must be a version",
            })
    void aMistakeInWhatTheyStandOn(String group, String kind, String spec, String sentence) {
        assertThat(refused(group + "/v1alpha1", kind, spec)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "glance.openstack.c5c3.io, Glance",
        "placement.openstack.c5c3.io, Placement",
        "neutron.openstack.c5c3.io, Neutron",
        "nova.openstack.c5c3.io, Nova",
        "nova.openstack.c5c3.io, NovaCompute",
        "cinder.openstack.c5c3.io, Cinder",
        "cortex.c5c3.io, Cortex",
        "tempest.openstack.c5c3.io, Tempest",
        "openstack.k8s.io, RabbitMQ",
        "openstack.k8s.io, Valkey",
        "openstack.k8s.io, CephStorage",
        "ovn.c5c3.io, OVNCluster"
    })
    void aNameTooLongForWhatIsMadeOfIt(String group, String kind) {
        assertThat(Refusal.of(namespace, group + "/v1alpha1", kind, "k".repeat(41), "{}"))
                .contains("metadata.name must be no longer than 40 characters");
    }

    private static String refused(String apiVersion, String kind, String spec) {
        return Refusal.of(namespace, apiVersion, kind, "bad", spec);
    }
}
