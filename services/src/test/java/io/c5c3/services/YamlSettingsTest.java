package io.c5c3.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlSettingsTest {

    @Test
    void equalSettingsGiveEqualText() {
        assertThat(YamlSettings.empty()
                        .set("b", true)
                        .set("a", List.of("x", "y"))
                        .set("c", Map.of())
                        .render())
                .isEqualTo("\"a\": [\"x\",\"y\"]\n\"b\": true\n\"c\": {}\n");
    }

    @Test
    void entriesOfASettingAreAddedToThoseThatItHas() {
        var settings = YamlSettings.empty().set("openstack", "region", "one").set("openstack", "attempts", 3);
        assertThat(settings.render()).isEqualTo("\"openstack\":\n  \"attempts\": 3\n  \"region\": \"one\"\n");
    }

    @Test
    void aPersonsSettingsLieOverOursAndAreJsonWhereTheyCanBe() {
        var settings = YamlSettings.empty()
                .set("TITLE", "ours")
                .set("NETWORK", "router", true)
                .overlay(Map.of(
                        "DEFAULT",
                        Map.of("TITLE", "no: 12:30", "AGE", "7", "FEW", "12 monkeys", "NONE", "", "LIST", "[1, 2]"),
                        "NETWORK",
                        Map.of("ipv6", "false")));
        assertThat(settings.render()).isEqualTo("""
                "AGE": 7
                "FEW": "12 monkeys"
                "LIST": [1,2]
                "NETWORK":
                  "ipv6": false
                  "router": true
                "NONE": ""
                "TITLE": "no: 12:30"
                """);
    }
}
