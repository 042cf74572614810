package io.c5c3.engine;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** A blueprint whose plan a test writes down, for a kind that needs nothing else. */
record Toy(BiFunction<Memcached, Facts, Plan> planner) implements Blueprint<Memcached> {

    static Simulation simulation(BiFunction<Memcached, Facts, Plan> planner) {
        return new Simulation(List.of(new Toy(planner)), new Ports());
    }

    static Memcached resource(String name) {
        var resource = new Memcached();
        resource.setMetadata(new ObjectMetaBuilder().withName(name).build());
        resource.setSpec(Defaults.of(Memcached.Spec.class));
        return resource;
    }

    @Override
    public Class<Memcached> kind() {
        return Memcached.class;
    }

    @Override
    public String operator() {
        return "toy";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(ConfigMap.class, Secret.class, Service.class, Deployment.class, Job.class, Pod.class);
    }

    @Override
    public Plan plan(Memcached resource, Facts facts) {
        return planner.apply(resource, facts);
    }

    /** A step that ends as told. */
    record Told(Outcome outcome) implements Step {
        @Override
        public Outcome run(Work work) {
            return outcome;
        }
    }
}
