package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Catalogue;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups keep resources without their status, and often without their identity: what is there then stays as it is. */
@Tag("memory")
class RestoredMemoryTest {

    private static final String PROJECTS = "io.c5c3.api.foreign";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResourceWithoutStatusKeepsEverythingWhateverWasInstalledSince(boolean samples) {
        var plane = withoutOthers(samples);
        var keys = secrets(plane);
        var writes = plane.simulation.cluster().writes().size();
        others().forEach(plane.simulation.cluster()::install);
        resources(plane).forEach(resource -> plane.simulation.cluster().setStatus(Ref.of(resource), Map.of()));
        plane.simulation.settle();
        var since = plane.simulation
                .cluster()
                .writes()
                .subList(writes, plane.simulation.cluster().writes().size());
        assertThat(since).noneMatch(write -> write.startsWith("delete "));
        assertThat(since).noneMatch(write -> write.matches("(create|replace) Secret/.*"));
        assertThat(secrets(plane)).containsAllEntriesOf(keys);
        assertReady(plane);
    }

    /** What belongs to a resource goes with it, by the garbage collector; what was made once is there when it comes back. */
    @Test
    void aResourceThatCameBackAsAnotherFindsItsKeys() {
        var plane = withoutOthers(true);
        var kept = plane.simulation.cluster().list(Secret.class, "", Map.of()).stream()
                .filter(secret -> secret.getMetadata().getOwnerReferences() == null
                        || secret.getMetadata().getOwnerReferences().isEmpty())
                .collect(
                        TreeMap<String, Object>::new,
                        (map, secret) -> map.put(secret.getMetadata().getName(), secret.getData()),
                        TreeMap::putAll);
        assertThat(kept).hasSizeGreaterThan(10);
        others().forEach(plane.simulation.cluster()::install);
        for (var resource : resources(plane)) {
            resource.getMetadata().setFinalizers(List.of());
            plane.simulation.cluster().put(resource);
            plane.simulation.cluster().take(Ref.of(resource));
            resource.setStatus(null);
            plane.simulation.cluster().put(resource);
        }
        plane.simulation.settle();
        assertThat(secrets(plane)).containsAllEntriesOf(kept);
        assertReady(plane);
    }

    private static Plane withoutOthers(boolean samples) {
        var plane = new Plane();
        others().forEach(plane.simulation.cluster()::without);
        if (samples) {
            SamplesMemoryTest.addAll(plane);
        } else {
            plane.apply(Plane.CORE.replace("ceph: {provider: BuiltIn}", "ceph: {}"));
            plane.simulation.settle();
        }
        assertReady(plane);
        return plane;
    }

    /** The kinds of other projects. */
    private static Set<Class<? extends HasMetadata>> others() {
        var others = new HashSet<Class<? extends HasMetadata>>();
        Catalogue.all()
                .forEach(blueprint -> blueprint.uses().stream()
                        .filter(kind -> kind.getPackageName().startsWith(PROJECTS))
                        .forEach(others::add));
        assertThat(others).hasSizeGreaterThan(3);
        return others;
    }

    private static List<CustomResource<?, ?>> resources(Plane plane) {
        return Catalogue.all().stream()
                .<CustomResource<?, ?>>flatMap(
                        blueprint -> plane.simulation.cluster().list(blueprint.kind(), "", Map.of()).stream())
                .toList();
    }

    private static Map<String, Object> secrets(Plane plane) {
        var secrets = new TreeMap<String, Object>();
        plane.simulation
                .cluster()
                .list(Secret.class, "", Map.of())
                .forEach(secret -> secrets.put(secret.getMetadata().getName(), secret.getData()));
        plane.simulation
                .cluster()
                .list(PersistentVolumeClaim.class, "", Map.of())
                .forEach(claim -> secrets.put(
                        "volume " + claim.getMetadata().getName(),
                        claim.getMetadata().getUid()));
        return secrets;
    }

    private static void assertReady(Plane plane) {
        assertThat(resources(plane))
                .allSatisfy(resource -> assertThat(Conditions.ready(resource))
                        .as("%s %s", Ref.of(resource), Conditions.of(resource))
                        .isTrue());
    }
}
