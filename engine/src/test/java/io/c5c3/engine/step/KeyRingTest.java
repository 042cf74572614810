package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class KeyRingTest {

    @Test
    void aNewRingHasAsManyKeysAsAskedFor() {
        var data = KeyRing.fresh(3).data();
        assertThat(data).containsOnlyKeys("0", "1", "2");
        assertThat(KeyRing.problem(data)).isEmpty();
        assertThat(data.values()).allSatisfy(value -> {
            var key = new String(Base64.getDecoder().decode(value), StandardCharsets.US_ASCII);
            assertThat(key).hasSize(44);
            assertThat(Base64.getUrlDecoder().decode(key)).hasSize(32);
        });
    }

    @Test
    void rotatingPromotesTheStagedKeyAndForgetsTheOldest() {
        var before = KeyRing.fresh(3);
        var after = before.rotated(3);
        assertThat(after.keys()).containsOnlyKeys(0, 2, 3);
        assertThat(after.keys().get(3)).isEqualTo(before.keys().get(0));
        assertThat(after.keys().get(2)).isEqualTo(before.keys().get(2));
        assertThat(before.keys()).doesNotContainValue(after.keys().get(0));
        assertThat(after.problemAfter(before, 3)).isEmpty();
    }

    @Test
    void aRingGrowsUntilItIsFull() {
        var ring = KeyRing.fresh(3).rotated(5);
        assertThat(ring.keys()).containsOnlyKeys(0, 1, 2, 3);
        assertThat(ring.rotated(5).keys()).containsOnlyKeys(0, 1, 2, 3, 4);
        assertThat(ring.rotated(5).rotated(5).keys()).containsOnlyKeys(0, 2, 3, 4, 5);
    }

    @Test
    void aRingShrinksWhenFewerKeysAreWanted() {
        assertThat(KeyRing.fresh(6).rotated(3).keys()).containsOnlyKeys(0, 5, 6);
    }

    @Test
    void damageIsNamed() {
        assertThat(KeyRing.problem(null)).hasValue("it holds fewer than 2 keys");
        assertThat(damaged(data -> data.remove("0"))).isEqualTo("key 0 is missing");
        assertThat(damaged(data -> data.put("latest", data.get("0"))))
                .isEqualTo("the name latest is not the number of a key");
        assertThat(damaged(data -> data.put("07", data.get("0")))).isEqualTo("the name 07 is not the number of a key");
        assertThat(damaged(data -> data.put("3", data.get("0")))).isEqualTo("key 3 is there twice");
        assertThat(damaged(data -> data.put("1", "%%%"))).isEqualTo("key 1 is not 32 bytes in URL-safe base64");
        assertThat(damaged(data -> data.put("1", base64("x".repeat(44)))))
                .isEqualTo("key 1 is not 32 bytes in URL-safe base64");
    }

    @Test
    void theMarkIsNoKey() {
        var ring = KeyRing.fresh(3);
        var data = new TreeMap<>(ring.data());
        data.put("mark", base64("4f2a9c11"));
        assertThat(KeyRing.problem(data)).isEmpty();
        assertThat(KeyRing.of(data)).isEqualTo(ring);
        data.keySet().retainAll(java.util.Set.of("0", "mark"));
        assertThat(KeyRing.problem(data)).hasValue("it holds fewer than 2 keys");
    }

    @Test
    void aRingThatReadersDoNotKnowIsRefused() {
        var before = KeyRing.fresh(3);
        assertThat(before.problemAfter(before, 3)).hasValue("no key has a higher number than 2");
        assertThat(KeyRing.fresh(4).problemAfter(before, 4).orElseThrow()).contains("not the one that was staged");
        assertThat(before.rotated(5).problemAfter(before, 3)).hasValue("it holds 4 keys where at most 3 may be active");
        var lost = new TreeMap<>(before.rotated(3).keys());
        lost.remove(2);
        assertThat(new KeyRing(lost).problemAfter(before, 3)).hasValue("the key that encrypted until now is gone");
        var reused = new TreeMap<>(before.rotated(4).keys());
        reused.put(0, before.keys().get(0));
        reused.put(3, before.keys().get(0));
        assertThat(new KeyRing(reused).problemAfter(before, 4)).hasValue("the staged key is not new");
        var swapped = new TreeMap<>(before.rotated(4).keys());
        swapped.put(1, KeyRing.fresh(2).keys().get(1));
        assertThat(new KeyRing(swapped).problemAfter(before, 4)).hasValue("number 1 has another key than before");
    }

    private static String damaged(Consumer<TreeMap<String, String>> how) {
        var data = new TreeMap<>(KeyRing.fresh(3).data());
        how.accept(data);
        return KeyRing.problem(data).orElse("");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
