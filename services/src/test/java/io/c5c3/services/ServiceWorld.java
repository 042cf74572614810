package io.c5c3.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.CustomResource;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One service in a cluster in memory, on a database that somebody else made, beside an identity service that answers. */
public final class ServiceWorld<R extends CustomResource<?, ?>> {

    private static final String HOST = "db.example.com";
    private static final String PASSWORD = "a $ecret";

    private final Class<R> kind;
    private final String service;
    private final String group;
    private final MemorySql sql = new MemorySql();
    private final Simulation simulation;
    private boolean reachable = true;

    /** @param ports besides those to the database and to the API */
    public ServiceWorld(Blueprint<R> blueprint, Ports ports) {
        this.kind = blueprint.kind();
        this.service = blueprint.operator();
        this.group = service + ".openstack.c5c3.io/v1alpha1";
        HttpProbe probe = target -> {
            if (!reachable) {
                throw new ConnectException("Connection refused");
            }
            return 200;
        };
        this.simulation =
                new Simulation(List.of(blueprint), ports.with(Sql.class, sql).with(HttpProbe.class, probe));
        sql.given(HOST, service, PASSWORD, service);
        simulation.add(Neighbours.secret(
                service + "-db-credentials", Map.of("username", service, "password", PASSWORD, "host", HOST)));
        simulation.add(Neighbours.login(service));
        simulation.add(Neighbours.keystone());
    }

    public Simulation simulation() {
        return simulation;
    }

    public void isReachable(boolean yes) {
        reachable = yes;
    }

    /** Applies a spec and lets everything happen that follows from it. */
    public void apply(String spec) {
        var wish = Json.KUBERNETES.unmarshal(
                "apiVersion: %s\nkind: %s\nmetadata: {name: %s}\nspec: %s\n"
                        .formatted(group, kind.getSimpleName(), service, spec),
                kind);
        if (simulation.find(kind, service).isEmpty()) {
            simulation.add(wish);
        } else {
            change(wish);
        }
        simulation.settle();
    }

    @SuppressWarnings("unchecked") // a spec of this very kind, read a moment ago
    private void change(R wish) {
        simulation
                .cluster()
                .edit(
                        kind,
                        Simulation.NAMESPACE,
                        service,
                        found -> ((CustomResource<Object, ?>) found).setSpec(wish.getSpec()));
    }

    public R resource() {
        return simulation.find(kind, service).orElseThrow();
    }

    public void isReady() {
        assertThat(Conditions.ready(resource()))
                .as("%s", Conditions.of(resource()))
                .isTrue();
    }

    public String reason(String condition) {
        return Conditions.of(resource(), condition).orElseThrow().getReason();
    }

    public String message(String condition) {
        return Conditions.of(resource(), condition).orElseThrow().getMessage();
    }

    public String status(String field) {
        return Conditions.status(resource()).path(field).asText();
    }

    public Deployment deployment(String part) {
        return simulation.find(Deployment.class, service + "-" + part).orElseThrow();
    }

    public Job job(String part) {
        return simulation.find(Job.class, service + "-" + part).orElseThrow();
    }

    /** The same look once more, after which nothing may have been written. */
    public void rests() {
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    /** Whatever is secret stands in Secrets only. */
    public void keepsSecrets(String... more) {
        var secrets = new ArrayList<>(List.of(PASSWORD, "a%20%24ecret", "a+%24ecret", "login $ecret"));
        secrets.addAll(List.of(more));
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain(secrets);
            }
        });
    }

    public void delete() {
        simulation.cluster().take(Ref.of(resource()));
        simulation.settle();
        assertThat(simulation.find(kind, service)).isEmpty();
    }

    /** Without the key of the namespace's digests, which belongs to nobody. */
    public List<String> secrets() {
        return simulation.cluster().list(Secret.class, Simulation.NAMESPACE, Map.of()).stream()
                .map(secret -> secret.getMetadata().getName())
                .filter(name -> !"c5c3-digest-key".equals(name))
                .sorted()
                .toList();
    }
}
