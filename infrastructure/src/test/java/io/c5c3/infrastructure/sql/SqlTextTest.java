package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @Test
    void namesAreQuoted() {
        assertThat(new SqlName("keystone").quoted()).isEqualTo("`keystone`");
        assertThat(new SqlName("a`; DROP DATABASE mysql; --").quoted()).isEqualTo("`a``; DROP DATABASE mysql; --`");
    }

    /** GRANT reads a database name as a pattern: nova_api must not open novaXapi. */
    @Test
    void patternsMatchOnlyThemselves() {
        assertThat(new SqlName("nova_api").pattern()).isEqualTo("`nova\\_api`");
        assertThat(new SqlName("100%").pattern()).isEqualTo("`100\\%`");
        assertThat(new SqlName("a\\b").pattern()).isEqualTo("`a\\\\b`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "simple",
                "p'q\"r`s",
                "a b+c",
                "100%$HOME",
                "back\\slash",
                "pässwörd-密码",
                "user:pass@host/x?y#z&a=b",
                "*~!()"
            })
    void theDsnCarriesEveryPassword(String password) {
        var text = new Dsn("keystone", password, "db.openstack.svc", 3306, "keystone", Optional.empty()).text();
        assertThat(text).doesNotContain("$", " ", "'", "\"", "`", "\\");
        var uri = URI.create(text);
        assertThat(uri.getUserInfo()).isEqualTo("keystone:" + password);
        assertThat(uri.getHost()).isEqualTo("db.openstack.svc");
        assertThat(uri.getPath()).isEqualTo("/keystone");
        assertThat(uri.getQuery()).isEqualTo("charset=utf8");
    }

    @Test
    void addressesOfTheNewKindAreBracketed() {
        assertThat(new Dsn("u", "p", "fd00::1", 3306, "d", Optional.empty()).text())
                .isEqualTo("mysql+pymysql://u:p@[fd00::1]:3306/d?charset=utf8");
    }

    @Test
    void nothingShowsThePassword() {
        assertThat(new SqlLogin("db", 3306, "root", "geheim").toString()).isEqualTo("root@db:3306");
        assertThat(new Dsn("u", "geheim", "db", 3306, "d", Optional.empty()).toString())
                .doesNotContain("geheim");
    }
}
