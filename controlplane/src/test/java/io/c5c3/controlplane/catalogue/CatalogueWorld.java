package io.c5c3.controlplane.catalogue;

import io.c5c3.api.catalogue.Role;
import io.c5c3.api.catalogue.UserDomain;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.OpenStackKeystone;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Json;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.Identity;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.infrastructure.identity.MemoryIdentity;
import io.c5c3.infrastructure.identity.MemoryKeystone;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A namespace with a Keystone that answers, and a plane that is nothing but its catalogue. */
final class CatalogueWorld {

    static final String CONDITION = "CatalogReady";
    static final String HOST = "keystone.openstack.svc.cluster.local";
    static final CatalogueEntry NOVA = CatalogueEntry.of(
            "nova",
            "compute",
            "Virtual machines",
            "http://nova.openstack.svc:8774/v2.1",
            "https://nova.example.org/v2.1",
            Set.of(Role.service, Role.admin));
    static final CatalogueEntry GLANCE = CatalogueEntry.of(
            "glance",
            "image",
            "Images",
            "http://glance.openstack.svc:9292",
            "https://glance.example.org",
            Set.of(Role.service));

    static final CatalogueEntry MIGHTY_GLANCE = new CatalogueEntry(
            GLANCE.name(),
            GLANCE.type(),
            GLANCE.description(),
            GLANCE.internalUrl(),
            GLANCE.publicUrl(),
            GLANCE.user(),
            Set.of("service", "member"),
            GLANCE.secret(),
            null);

    /** It makes users by itself, and has a second API. */
    static final CatalogueEntry HEAT = CatalogueEntry.of(
                    "heat",
                    "orchestration",
                    "Stacks",
                    "http://heat.openstack.svc:8004/v1/%(project_id)s",
                    "https://heat.example.org/v1/%(project_id)s",
                    Set.of(Role.service))
            .with(new UserDomain("heat", "heat_domain_admin", Set.of("heat_stack_user")));

    static final CatalogueEntry CFN = CatalogueEntry.further(
            "heat-cfn",
            "cloudformation",
            "Stacks for guests",
            "http://heat-cfn.openstack.svc:8000/v1",
            "https://heat-cfn.example.org/v1");

    final MemoryIdentity identity = new MemoryIdentity();
    final MemoryKeystone keystone = identity.at(HOST);
    final List<CatalogueEntry> entries = new ArrayList<>(List.of(NOVA, GLANCE));
    String region = "RegionOne";
    boolean deletes;
    private final Ports ports = new Ports().with(Identity.class, identity);
    final Simulation simulation = new Simulation(List.of(new Plane()), ports);

    /** Nothing but a catalogue. */
    private final class Plane implements Blueprint<ControlPlane> {
        @Override
        public Class<ControlPlane> kind() {
            return ControlPlane.class;
        }

        @Override
        public String operator() {
            return "c5c3";
        }

        @Override
        public Set<Class<? extends HasMetadata>> uses() {
            return Set.of(Keystone.class, OpenStackKeystone.class, Service.class, Secret.class, ConfigMap.class);
        }

        @Override
        public Set<Class<? extends HasMetadata>> reads() {
            return Set.of(Pod.class);
        }

        @Override
        public Plan plan(ControlPlane plane, Facts facts) {
            return Plan.builder()
                    .step(
                            CONDITION,
                            new CatalogueStep("admin", new SecretKeyRef("login", "password"), region, entries, deletes))
                    .build();
        }
    }

    CatalogueWorld() {
        secret("login", Map.of("password", "the administrator's"));
        simulation.add(new ServiceBuilder()
                .withNewMetadata()
                .withName("keystone")
                .addToLabels(Labels.OPERATOR, "keystone")
                .endMetadata()
                .withNewSpec()
                .withClusterIP("10.96.0.5")
                .endSpec()
                .build());
        var resource = new Keystone();
        resource.setMetadata(new ObjectMetaBuilder().withName("keystone").build());
        resource.setSpec(Json.KUBERNETES.unmarshal("{}", Keystone.Spec.class));
        simulation.add(resource);
        endpoint("http://" + HOST + ":5000");
        var plane = new ControlPlane();
        plane.setMetadata(new ObjectMetaBuilder().withName("plane").build());
        simulation.add(plane);
    }

    void endpoint(String url) {
        simulation.cluster().setStatus(Ref.of(Keystone.class, "openstack", "keystone"), Map.of("endpoint", url));
    }

    void secret(String name, Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(data)
                .build());
    }

    void adopt(String things) {
        simulation
                .cluster()
                .edit(
                        ControlPlane.class,
                        "openstack",
                        "plane",
                        plane -> plane.getMetadata().setAnnotations(Map.of("c5c3.io/adopt", things)));
    }

    /** A new process remembers nothing. */
    void restart() {
        ports.with(Recently.class, new Recently());
    }

    /** Long enough for a check that nothing asked for. */
    void later() {
        simulation.clock().advance(Duration.ofMinutes(6));
        simulation.settle();
    }

    Condition condition() {
        return Conditions.of(plane().orElseThrow(), CONDITION).orElseThrow();
    }

    Optional<ControlPlane> plane() {
        return simulation.find(ControlPlane.class, "plane");
    }

    /** What a service is told. */
    Map<String, String> told(String service) {
        var values = new TreeMap<String, String>();
        simulation
                .find(Secret.class, service + "-keystone-credentials")
                .orElseThrow()
                .getData()
                .forEach((key, value) ->
                        values.put(key, new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
        return values;
    }

    void tell(String service, String key, String value) {
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        "openstack",
                        service + "-keystone-credentials",
                        secret -> secret.getData()
                                .put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    }

    /** Whether a service's application credential lets it in. */
    boolean entersByCredential(String service) {
        try {
            identity.verify(
                    server(),
                    new CredentialKey(
                            told(service).getOrDefault("application_credential_id", ""),
                            told(service).getOrDefault("application_credential_secret", "")));
            return true;
        } catch (IdentityFailure e) {
            return false;
        }
    }

    boolean entersByPassword(String service) {
        try {
            identity.login(server(), new IdentityLogin(service, told(service).get("password"), "service"));
            return true;
        } catch (IdentityFailure e) {
            return false;
        }
    }

    /** Whether the administrator of a service's domain is let in to it. */
    boolean entersDomain(String service) {
        var told = told(service);
        try {
            identity.login(
                    server(),
                    IdentityLogin.over(
                            told.get("domain_name"), told.get("domain_admin"), told.get("domain_admin_password")));
            return true;
        } catch (IdentityFailure e) {
            return false;
        }
    }

    static IdentityServer server() {
        return new IdentityServer("10.96.0.5", 5000, HOST, false, Optional.empty());
    }
}
