package io.c5c3.services.tempest;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Json;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSelectionTest {

    private static final String SERVERS =
            "tempest.api.compute.servers.test_create_server.ServersTestJSON.test_list[id-1,smoke]";
    private static final String SLOW = "tempest.api.compute.servers.test_create_server.ServersTestJSON.test_slow[id-2]";
    private static final String IDENTITY =
            "tempest.api.identity.v3.test_domains.DefaultDomainTestJSON.test_show[id-3,smoke]";
    private static final String NETWORK_OPS =
            "tempest.scenario.test_network_basic_ops.TestNetworkBasicOps.test_network_basic_ops[compute,id-4,network,smoke]";
    private static final String SERVER_OPS =
            "tempest.scenario.test_server_basic_ops.TestServerBasicOps.test_server_basic_ops[compute,id-5,network,smoke]";
    private static final String SWIFT = "tempest.api.object_storage.test_account.AccountTest.test_list[id-6,smoke]";

    private static final String STACKS = "heat_tempest_plugin.tests.api.test_heat_api.StacksTest.test_list[id-7]";
    private static final String SHARES = "manila_tempest_tests.tests.api.test_shares.SharesTest.test_list[id-8,smoke]";

    private static final List<String> NAMES =
            List.of(SERVERS, SLOW, IDENTITY, NETWORK_OPS, SERVER_OPS, SWIFT, STACKS, SHARES);

    @Test
    void everythingByDefaultButGuests() {
        assertThat(chosen("{}")).containsExactly(SERVERS, SLOW, IDENTITY, SERVER_OPS);
    }

    @Test
    void scenariosWithGuestsWhereGuestsCanBeReached() {
        assertThat(chosen("{guestAccess: true}")).contains(NETWORK_OPS);
    }

    @Test
    void onlyTheServicesThatAreNamed() {
        assertThat(chosen("{services: [identity, image], guestAccess: true}")).containsExactly(IDENTITY);
    }

    @Test
    void onlyTheSmokeTests() {
        assertThat(chosen("{smoke: true}")).containsExactly(SERVERS, IDENTITY, SERVER_OPS);
    }

    @Test
    void whatIsIncludedAndNotExcluded() {
        assertThat(chosen(
                        "{includeRegex: 'tempest\\.(api|scenario)', excludeRegex: 'tempest\\.api\\..*\\btest_.*slow'}"))
                .containsExactly(SERVERS, IDENTITY, SERVER_OPS);
        assertThat(chosen("{includeList: [test_list, '^tempest.api.identity']}"))
                .containsExactly(SERVERS, IDENTITY);
        assertThat(chosen("{includeRegex: api, includeList: [test_list, basic]}"))
                .containsExactly(SERVERS);
        assertThat(chosen("{excludeList: [identity, basic]}")).containsExactly(SERVERS, SLOW);
    }

    @Test
    void testsOfPluginsWhereTheyAreNamed() {
        assertThat(chosen("{plugins: [manila, heat], services: [identity]}")).containsExactly(IDENTITY, STACKS, SHARES);
        assertThat(chosen("{plugins: [heat, manila], smoke: true, includeRegex: '_tempest_'}"))
                .containsExactly(SHARES);
    }

    @Test
    void scenariosThatAreAskedForAndNotRunAreKnown() {
        assertThat(leftOut("{}")).containsExactly(NETWORK_OPS);
        assertThat(leftOut("{includeRegex: 'tempest\\.(api|scenario)'}")).containsExactly(NETWORK_OPS);
        assertThat(leftOut("{includeRegex: 'tempest\\.(api|scenario)', services: [network]}"))
                .containsExactly(NETWORK_OPS, SERVER_OPS);
        assertThat(leftOut("{includeRegex: 'tempest\\.api'}")).isEmpty();
        assertThat(leftOut("{services: [network]}")).isEmpty();
        assertThat(leftOut("{guestAccess: true}")).isEmpty();
    }

    @Test
    void aNumberSignIsNoRemark() {
        assertThat(new TestSelection(tests("{excludeList: ['a#b']}")).excludes())
                .startsWith("a\\x23b\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{plugins: ['']}", "{plugins: ['heat|x']}", "{plugins: [\"a\\nb\"]}"})
    void whatIsNoPluginIsRefused(String tests) {
        assertThat(new TestSelection(tests(tests)).problem().orElseThrow().reason())
                .isEqualTo("InvalidPlugin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{includeRegex: '('}",
                "{excludeRegex: '['}",
                "{includeList: ['*']}",
                "{excludeList: [\"a\\nb\"]}",
                "{excludeList: ['']}"
            })
    void whatIsNoExpressionIsRefused(String tests) {
        assertThat(new TestSelection(tests(tests)).problem().orElseThrow().reason())
                .isEqualTo("InvalidExpression");
    }

    /** As stestr chooses. */
    private static List<String> chosen(String tests) {
        var selection = new TestSelection(tests(tests));
        assertThat(selection.problem()).isEmpty();
        return NAMES.stream()
                .filter(name -> found(selection.includes(), name))
                .filter(name -> !found(selection.excludes(), name))
                .toList();
    }

    private static List<String> leftOut(String tests) {
        var lines = new TestSelection(tests(tests)).leftOut().orElse("");
        return NAMES.stream().filter(name -> found(lines, name)).toList();
    }

    private static boolean found(String lines, String name) {
        return lines.lines()
                .filter(line -> !line.startsWith("#"))
                .anyMatch(line -> Pattern.compile(line).matcher(name).find());
    }

    private static Tempest.Tests tests(String yaml) {
        return Json.KUBERNETES.unmarshal("# YAML\n" + yaml, Tempest.Tests.class);
    }
}
