package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.services.cinder.MemoryVolumes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One life, undisturbed twice to know what it usually is, and then as often as one likes with faults in it. */
final class CrashTrial {

    /** What a phase usually does, and what it ends with. */
    private record Usual(Witness witness, Picture end, Picture sameEnd) {
        List<String> writes() {
            return witness.writes();
        }
    }

    private final Life life;
    private final List<Usual> usual = new ArrayList<>();
    private Plane plane;
    private int run;

    CrashTrial(Life life) {
        this.life = life;
        this.plane = life.world().get();
        if (life.again()) {
            // The first makes what all of a namespace share, and stays.
            undisturbed();
        }
        var first = usually();
        var second = usually();
        for (var i = 0; i < first.size(); i++) {
            assertThat(second.get(i).witness().writes())
                    .as("writes")
                    .isEqualTo(first.get(i).witness().writes());
            usual.add(new Usual(
                    first.get(i).witness(), first.get(i).end(), second.get(i).end()));
        }
    }

    private List<Usual> usually() {
        again();
        var before = Picture.of(plane).named();
        var seen = undisturbed();
        if (life.again()) {
            assertThat(Picture.of(plane).named().differences(before, before))
                    .as("what %s leaves behind", life)
                    // What Cinder itself knows was in the database that is gone.
                    .filteredOn(difference -> !difference.contains(MemoryVolumes.class.getSimpleName()))
                    .isEmpty();
        }
        return seen;
    }

    private List<Usual> undisturbed() {
        var seen = new ArrayList<Usual>();
        for (var phase : life.phases()) {
            var before = Picture.of(plane);
            var witness = Witness.quiet(plane);
            phase.act().accept(plane);
            Lives.settle(plane);
            witness.finish();
            phase.end().accept(before, plane);
            var end = Picture.of(plane).named();
            seen.add(new Usual(witness, end, end));
        }
        return seen;
    }

    /** How many writes each phase has. */
    List<Integer> writes() {
        return usual.stream().map(phase -> phase.writes().size()).toList();
    }

    private void again() {
        if (life.again()) {
            plane.simulation.restart();
        } else {
            plane = life.world().get();
            // UIDs go by what happened before: in the second run something else did than in the first.
            if (run == 1) {
                plane.simulation.cluster().edit(Node.class, "", Lives.NODE, node -> {});
            }
        }
        run++;
    }

    /** A whole life, in which each phase meets the fault at its own write of this number; one that has fewer meets none. */
    void run(Fault fault, int at) {
        run(fault, Collections.nCopies(usual.size(), at));
    }

    void run(Fault fault, List<Integer> at) {
        again();
        for (var i = 0; i < disturbed(at); i++) {
            run(i, fault, at.get(i));
        }
    }

    /** How many phases there are to see until no more fault comes: in a world that nobody needs any more the others would be as usual. */
    private int disturbed(List<Integer> at) {
        var phases = usual.size();
        while (!life.again() && phases > 0 && at.get(phases - 1) > writes().get(phases - 1)) {
            phases--;
        }
        return phases;
    }

    private void run(int number, Fault fault, int at) {
        var phase = life.phases().get(number);
        var usually = usual.get(number);
        var witness = Witness.disturbing(plane, fault, at);
        phase.act().accept(plane);
        try {
            Lives.settle(plane);
        } catch (Fault.Killed e) {
            witness.revive();
            if (fault.made) {
                plane.simulation.goOn();
            }
            plane.simulation.restart();
        } catch (KubernetesClientException e) {
            // A status is written outside of any step; the runtime tries the whole look again.
        }
        Lives.settle(plane);
        if (!fault.deadly) {
            // A look that changed nothing but met the fault looks settled, and is not.
            Lives.settle(plane);
        }
        var where = "%s, %s, %s at write %d of %d: %s"
                .formatted(life, phase.name(), fault, at, usually.writes().size(), witness.struck());
        if (at <= usually.writes().size()) {
            assertThat(witness.struck()).as(where).isEqualTo(usually.writes().get(at - 1));
        }
        assertThat(generatedAnew(witness, usually, fault.made ? at + 1 : at))
                .as(where + ": what was generated before, and is another now")
                .isEmpty();
        assertThat(Picture.of(plane).named().differences(usually.end(), usually.sameEnd()))
                .as(where + ": what differs from an undisturbed run")
                .isEmpty();
        assertThat(jobsThatRanTwice(witness.made(), usually.writes()))
                .as(where + ": Jobs that ran twice")
                .isEmpty();
    }

    /** What was there at the fault, is not touched any more in an undisturbed run, and yet was. */
    private List<String> generatedAnew(Witness witness, Usual usually, int next) {
        var now = Picture.generated(plane).values();
        return witness.atTheFault().stream()
                .flatMap(then -> then.values().entrySet().stream())
                .filter(value -> usually.witness().isFinal(value.getKey(), next))
                .filter(value -> !value.getValue().equals(now.get(value.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> jobsThatRanTwice(List<String> writes, List<String> usual) {
        return writes.stream()
                .filter(write -> write.startsWith("create Job/"))
                .filter(write -> Collections.frequency(writes, write) > Collections.frequency(usual, write))
                .distinct()
                .toList();
    }
}
