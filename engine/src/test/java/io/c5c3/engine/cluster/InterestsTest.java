package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterestsTest {

    private static final Ref WHO = Ref.of(Memcached.class, "ns", "who");
    private static final Ref SECRET = Ref.of(Secret.class, "ns", "s");
    private static final Ref PODS = Ref.of(Pod.class, "ns", "");
    private static final Ref POD = Ref.of(Pod.class, "ns", "p");

    private final Interests interests = new Interests();

    @Test
    void whoAsksIsToldAlsoOfWhatIsNotThereYet() {
        interests.begin(WHO).at(SECRET);
        assertThat(interests.in(SECRET, Map.of())).containsExactly(WHO);
        assertThat(interests.in(Ref.of(Secret.class, "other", "s"), Map.of())).isEmpty();
    }

    @Test
    void whoAsksForLabelsIsToldOfWhatCarriesThem() {
        interests.begin(WHO).atAll(PODS, Map.of("app", "mine"));
        assertThat(interests.in(POD, Map.of("app", "mine", "more", "x"))).containsExactly(WHO);
        assertThat(interests.in(POD, Map.of("app", "theirs"))).isEmpty();
        interests.begin(WHO).atAll(PODS, Map.of());
        assertThat(interests.in(POD, Map.of())).containsExactly(WHO);
    }

    /** A change while the look is under way wakes it, whether the interest is new or from the last look. */
    @Test
    void interestsAreThoseOfTheLastLook() {
        var first = interests.begin(WHO);
        first.at(SECRET);
        first.atAll(PODS, Map.of());
        first.end();
        var second = interests.begin(WHO);
        second.at(POD);
        assertThat(interests.in(SECRET, Map.of())).containsExactly(WHO);
        assertThat(interests.in(POD, Map.of())).containsExactly(WHO);
        second.end();
        assertThat(interests.in(SECRET, Map.of())).isEmpty();
        assertThat(interests.in(POD, Map.of())).containsExactly(WHO);
        assertThat(interests.in(Ref.of(Pod.class, "ns", "q"), Map.of())).isEmpty();
    }

    @Test
    void nothingIsLeftOfWhoIsGone() {
        var look = interests.begin(WHO);
        look.at(SECRET);
        look.atAll(PODS, Map.of("a", "b"));
        interests.forget(WHO);
        assertThat(interests.in(SECRET, Map.of())).isEmpty();
        assertThat(interests.size()).isZero();
    }

    @Test
    void oneDoesNotForgetForAnother() {
        var other = Ref.of(Memcached.class, "ns", "other");
        interests.begin(WHO).at(SECRET);
        interests.begin(other).at(SECRET);
        interests.forget(WHO);
        assertThat(interests.in(SECRET, Map.of())).containsExactly(other);
    }
}
