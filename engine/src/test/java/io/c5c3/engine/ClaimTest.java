package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import io.c5c3.engine.simulation.MemoryRecords;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may have a thing outside; the resources are two ConfigMaps, which are as good as any. */
class ClaimTest {

    private static final Thing ROOM = new Thing("room", "blue");
    private static final Thing KEY = new Thing("room-key", "one");

    private final Changes changes = new Changes();
    private final MemoryRecords<RuntimeException> records = new MemoryRecords<>(changes);
    private final Set<Thing> there = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));

    private Claim<RuntimeException> claim(String who, String adopts) {
        var clock = Clock.systemUTC();
        var resource = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withName(who)
                .withAnnotations(Map.of(Adoption.ANNOTATION, adopts))
                .endMetadata()
                .build();
        return new Claim<>(
                new Work(resource, "test", new MemoryCluster(clock), new Ports(), clock), records, "House/white");
    }

    private Optional<Outcome> lay(Claim<RuntimeException> claim, Thing... things) {
        return claim.lay(Stream.of(things)
                .map(thing -> new Claim.Wanted<RuntimeException>(thing, () -> there.contains(thing)))
                .toList());
    }

    @Test
    void theFirstHasItAndItsHeir() {
        assertThat(lay(claim("one", ""), ROOM)).isEmpty();
        assertThat(lay(claim("two", ""), ROOM).orElseThrow())
                .isEqualTo(Outcome.taken(
                        "The room blue on House/white",
                        new Owner("", "ConfigMap", "openstack", "one", ""),
                        new Owner("", "ConfigMap", "openstack", "two", "")));
        there.add(ROOM);
        assertThat(lay(claim("one", ""), ROOM)).as("made again under its name").isEmpty();
        assertThat(claim("two", "").holds(ROOM)).isFalse();
        assertThat(changes.made()).containsExactly("record room/blue");
    }

    @Test
    void ofTwoAtOnceOneIsTold() {
        changes.interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                changes.interfere(new MemoryCluster.Interference() {});
                assertThat(lay(claim("quick", ""), ROOM)).isEmpty();
            }
        });
        assertThat(lay(claim("slow", ""), ROOM).orElseThrow().message()).contains("belongs to ConfigMap/quick");
    }

    @Test
    void allOrNothing() {
        lay(claim("one", ""), KEY);
        assertThat(lay(claim("two", ""), ROOM, KEY).orElseThrow().message())
                .startsWith("The room key one on House/white belongs to ConfigMap/one");
        assertThat(records.all()).containsOnlyKeys("room-key/one");
    }

    @Test
    void whatIsThereWithoutARecordIsAPersons() {
        there.add(ROOM);
        var refused = lay(claim("one", "room/red, house/blue"), ROOM).orElseThrow();
        assertThat(refused.reason()).isEqualTo("NameTaken");
        assertThat(refused.message()).endsWith("kubectl annotate ConfigMap/one c5c3.io/adopt='room/blue'.");
        assertThat(changes.made()).isEmpty();
        assertThat(lay(claim("one", "room/red, room/blue"), ROOM)).isEmpty();
    }

    @Test
    void aHandoverThatBreaksOffIsFinishedLater() {
        there.add(ROOM);
        lay(claim("one", "room/blue"), ROOM);
        var heir = claim("two", "room/blue from ConfigMap/one");
        for (var wrong : List.of("", "room/blue", "room/blue from Secret/one", "room/blue from ConfigMap/other/one")) {
            assertThat(lay(claim("two", wrong), ROOM)).as(wrong).isPresent();
        }
        changes.interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                if (write.startsWith("record")) {
                    throw new IllegalStateException("killed");
                }
            }
        });
        assertThatThrownBy(() -> lay(heir, ROOM)).hasMessage("killed");
        changes.interfere(new MemoryCluster.Interference() {});
        assertThat(lay(claim("third", ""), ROOM)).as("nobody else slips in").isPresent();
        assertThat(lay(heir, ROOM)).isEmpty();
        assertThat(lay(claim("one", ""), ROOM)).isPresent();
        assertThat(lay(claim("third", "room/blue from ConfigMap/openstack/two"), ROOM))
                .isEmpty();
    }

    @Test
    void annotationsAreReadLeniently() {
        var resource = new ConfigMap();
        resource.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMeta());
        assertThat(Adoption.of(resource).permits()).isEmpty();
        resource.getMetadata().setAnnotations(Map.of(Adoption.ANNOTATION, " ,a/b  from  K/n ,\n c/d,"));
        assertThat(Adoption.of(resource).permits())
                .containsExactly(
                        new Adoption.Permit("a/b", Optional.of("K/n")), new Adoption.Permit("c/d", Optional.empty()));
    }
}
