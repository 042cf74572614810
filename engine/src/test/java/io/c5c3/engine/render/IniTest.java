package io.c5c3.engine.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IniTest {

    @Test
    void defaultComesFirstAndTheRestByName() {
        var ini = Ini.empty()
                .set("token", "provider", "fernet")
                .set("cache", "enabled", true)
                .set(Ini.DEFAULT, "debug", false);
        assertThat(ini.render()).isEqualTo("""
                [DEFAULT]
                debug = false

                [cache]
                enabled = true

                [token]
                provider = fernet
                """);
    }

    @Test
    void anOptionMayHaveSeveralValues() {
        assertThat(Ini.empty()
                        .set("federation", "trusted_dashboard", List.of("https://a/", "https://b/"))
                        .render())
                .isEqualTo("[federation]\ntrusted_dashboard = https://a/\ntrusted_dashboard = https://b/\n");
    }

    @Test
    void whatAPersonWritesWins() {
        var ini = Ini.empty()
                .set("database", "max_retries", -1)
                .overlay(Map.of(
                        "database", Map.of("max_retries", "3"), "ldap", Map.of("url", "ldap://x", "suffix", "")));
        assertThat(ini.render()).isEqualTo("[database]\nmax_retries = 3\n\n[ldap]\nsuffix =\nurl = ldap://x\n");
    }

    @Test
    void aValueCannotOpenASection() {
        var ini = Ini.empty()
                .overlay(Map.of("cors", Map.of("allowed_origin", "https://a\n[database]\nconnection = evil")));
        assertThat(ini.render().lines().filter(line -> line.startsWith("["))).containsExactly("[cors]");
    }

    @Test
    void valuesOfOthersLanguagesStayAsTheyAre() {
        var odd = "100%s $x ${y} \"q\" 'r' # ; ü€";
        assertThat(Ini.empty().set("a", "b", odd).render()).isEqualTo("[a]\nb = " + odd + "\n");
    }

    @Test
    void namesThatWouldBreakTheFileAreRefused() {
        assertThat(Ini.problem(Map.of("a]\n[b", Map.of()))).isPresent();
        assertThat(Ini.problem(Map.of("a", Map.of("b = c\nd", "e")))).isPresent();
        assertThat(Ini.problem(Map.of("a", Map.of("b", "c\u0000")))).isPresent();
        assertThat(Ini.problem(Map.of("cors.one", Map.of("allowed_origin", "x\ny"))))
                .isEmpty();
    }

    @Test
    void aPartIsTheSameWhateverElseChanges() {
        var one = Ini.empty().set("database", "max_retries", -1).set("cache", "enabled", true);
        var two = one.set("cache", "enabled", false);
        assertThat(one.only("database")).isEqualTo(two.only("database"));
        assertThat(one).isNotEqualTo(two);
    }
}
