package io.c5c3.infrastructure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.infrastructure.identity.IdentityDomains.Domain;
import io.c5c3.infrastructure.identity.IdentitySession.ApplicationCredential;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.Project;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeystoneIdentityTest {

    private static final IdentityLogin ADMIN = new IdentityLogin("admin", "gehe\"im $é", "admin");

    private final ScriptedKeystone keystone = new ScriptedKeystone();
    private final Identity identity = new KeystoneIdentity();

    KeystoneIdentityTest() throws IOException {}

    @AfterEach
    void stop() {
        keystone.close();
    }

    private IdentitySession session() throws IdentityFailure {
        return identity.login(keystone.address(), ADMIN);
    }

    private void asked(String what, String body) throws IOException {
        assertThat(keystone.last().what()).isEqualTo(what);
        assertThat(keystone.last().token()).isEqualTo("the-token");
        assertThat(keystone.last().body()).isEqualTo(new ObjectMapper().readTree(body));
    }

    @Test
    void logsInWithAPasswordForAProject() throws Exception {
        session();
        assertThat(keystone.last().what()).isEqualTo("POST /v3/auth/tokens?nocatalog");
        assertThat(keystone.last().token()).isEqualTo("null");
        assertThat(keystone.last().body()).isEqualTo(new ObjectMapper().readTree("""
            {"auth": {
              "identity": {"methods": ["password"], "password": {"user": {
                "name": "admin", "domain": {"name": "Default"}, "password": "gehe\\"im $é"}}},
              "scope": {"project": {"name": "admin", "domain": {"name": "Default"}}}}}\
            """));
    }

    @Test
    void logsInToADomain() throws Exception {
        identity.login(keystone.address(), IdentityLogin.over("heat", "ruler", "geheim"));
        assertThat(keystone.last().body()).isEqualTo(new ObjectMapper().readTree("""
            {"auth": {
              "identity": {"methods": ["password"], "password": {"user": {
                "name": "ruler", "domain": {"name": "heat"}, "password": "geheim"}}},
              "scope": {"domain": {"name": "heat"}}}}\
            """));
    }

    @Test
    void domains() throws Exception {
        keystone.answer("GET /v3/domains", 200, """
            {"domains": [
              {"id": "default", "name": "Default", "description": "The default domain", "enabled": true, "options": {}},
              {"id": "d-1", "name": "heat", "description": "Made by c5c3", "enabled": false}]}\
            """);
        var domains = session().domains();
        assertThat(domains.all())
                .containsExactly(
                        new Domain("default", "Default", "The default domain", true),
                        new Domain("d-1", "heat", "Made by c5c3", false));
        var wanted = new Domain("d-1", "heat", "Stacks", true);
        var body = """
            {"domain": {"name": "heat", "description": "Stacks", "enabled": true}}\
            """;
        keystone.answer("POST /v3/domains", 201, "{\"domain\": {\"id\": \"d-1\"}}");
        assertThat(domains.create(wanted)).isEqualTo("d-1");
        asked("POST /v3/domains", body);
        keystone.answer("PATCH /v3/domains/d-1", 200, "{\"domain\": {\"id\": \"d-1\"}}");
        domains.update(wanted);
        asked("PATCH /v3/domains/d-1", body);
    }

    /** One that somebody could log in to would not be deleted, and one that is gone need not be. */
    @Test
    void aDomainIsSwitchedOffBeforeItIsDeleted() throws Exception {
        var domains = session().domains();
        domains.delete("d-1");
        asked("PATCH /v3/domains/d-1", "{\"domain\": {\"enabled\": false}}");
        keystone.answer("PATCH /v3/domains/d-1", 200, "{\"domain\": {\"id\": \"d-1\"}}");
        keystone.answer("DELETE /v3/domains/d-1", 204, "");
        domains.delete("d-1");
        asked("DELETE /v3/domains/d-1", "null");
    }

    @Test
    void usersOfADomain() throws Exception {
        var domains = session().domains();
        keystone.answer(
                "GET /v3/users?name=ruler&domain_id=d-1", 200, "{\"users\": [{\"id\": \"u-5\", \"name\": \"ruler\"}]}");
        assertThat(domains.user("d-1", "ruler")).contains(new User("u-5", "ruler", Map.of()));
        keystone.answer("POST /v3/users", 201, "{\"user\": {\"id\": \"u-5\"}}");
        assertThat(domains.createUser("d-1", "ruler", "pw", Map.of("c5c3_owner", "a/b")))
                .isEqualTo("u-5");
        asked("POST /v3/users", """
            {"user": {"name": "ruler", "password": "pw", "domain_id": "d-1", "enabled": true, "c5c3_owner": "a/b",
              "options": {"ignore_password_expiry": true, "ignore_change_password_upon_first_use": true,
                "ignore_lockout_failure_attempts": true}}}\
            """);
        keystone.answer("GET /v3/role_assignments?scope.domain.id=d-1&include_names", 200, """
            {"role_assignments": [
              {"scope": {"domain": {"id": "d-1", "name": "heat"}}, "role": {"id": "r-1", "name": "admin"},
               "user": {"id": "u-5", "name": "ruler", "domain": {"id": "d-1", "name": "heat"}}},
              {"scope": {"domain": {"id": "d-1", "name": "heat"}}, "role": {"id": "r-1", "name": "admin"},
               "user": {"id": "u-1", "name": "admin", "domain": {"id": "default", "name": "Default"}}}]}\
            """);
        assertThat(domains.grants("d-1")).containsExactly(new Grant("u-5", "ruler", "r-1", "admin"));
        keystone.answer("PUT /v3/domains/d-1/users/u-5/roles/r-1", 204, "");
        domains.grant("d-1", "u-5", "r-1");
        asked("PUT /v3/domains/d-1/users/u-5/roles/r-1", "null");
        keystone.answer("DELETE /v3/domains/d-1/users/u-5/roles/r-1", 204, "");
        domains.revoke("d-1", "u-5", "r-1");
        asked("DELETE /v3/domains/d-1/users/u-5/roles/r-1", "null");
    }

    @Test
    void triesAnApplicationCredential() throws Exception {
        keystone.answer(
                "POST /v3/auth/tokens?nocatalog", 201, Map.of("X-Subject-Token", "another"), ScriptedKeystone.TOKEN);
        identity.verify(keystone.address(), new CredentialKey("ac-1", "s3cret"));
        assertThat(keystone.last().body()).isEqualTo(new ObjectMapper().readTree("""
            {"auth": {"identity": {"methods": ["application_credential"],
              "application_credential": {"id": "ac-1", "secret": "s3cret"}}}}\
            """));
    }

    @Test
    void regionsAreMadeOnce() throws Exception {
        keystone.answer("GET /v3/regions/RegionOne", 200, "{\"region\": {\"id\": \"RegionOne\"}}");
        session().ensureRegion("RegionOne");
        asked("GET /v3/regions/RegionOne", "null");
        keystone.answer("POST /v3/regions", 201, "{\"region\": {\"id\": \"Other\"}}");
        session().ensureRegion("Other");
        asked("POST /v3/regions", "{\"region\": {\"id\": \"Other\"}}");
    }

    @Test
    void services() throws Exception {
        keystone.answer("GET /v3/services", 200, """
            {"services": [
              {"id": "s-1", "name": "nova", "type": "compute", "description": "VMs", "enabled": true,
               "c5c3_owner": "openstack/plane", "links": {"self": "http://x"}},
              {"id": "s-2", "type": "identity", "description": null, "enabled": false}],
             "links": {"next": null}}\
            """);
        assertThat(session().services())
                .containsExactly(
                        new Service("s-1", "nova", "compute", "VMs", true, Map.of("c5c3_owner", "openstack/plane")),
                        new Service("s-2", "", "identity", "", false, Map.of()));
        keystone.answer("POST /v3/services", 201, "{\"service\": {\"id\": \"s-3\"}}");
        var wanted = new Service("s-3", "glance", "image", "Images", true, Map.of("c5c3_owner", "a/b"));
        assertThat(session().createService(wanted)).isEqualTo("s-3");
        var body = """
            {"service": {"name": "glance", "type": "image", "description": "Images", "enabled": true,
              "c5c3_owner": "a/b"}}\
            """;
        asked("POST /v3/services", body);
        keystone.answer("PATCH /v3/services/s-3", 200, "{\"service\": {\"id\": \"s-3\"}}");
        session().updateService(wanted);
        asked("PATCH /v3/services/s-3", body);
        keystone.answer("DELETE /v3/services/s-3", 204, "");
        session().deleteService("s-3");
        asked("DELETE /v3/services/s-3", "null");
    }

    @Test
    void endpoints() throws Exception {
        keystone.answer("GET /v3/endpoints", 200, """
            {"endpoints": [{"id": "e-1", "service_id": "s-1", "interface": "public", "region": "RegionOne",
              "region_id": "RegionOne", "url": "http://nova", "enabled": true, "c5c3_owner": "a/b"}]}\
            """);
        var there = new Endpoint("e-1", "s-1", "public", "RegionOne", "http://nova", true, Map.of("c5c3_owner", "a/b"));
        assertThat(session().endpoints()).containsExactly(there);
        var body = """
            {"endpoint": {"service_id": "s-1", "interface": "public", "region_id": "RegionOne",
              "url": "http://nova", "enabled": true, "c5c3_owner": "a/b"}}\
            """;
        keystone.answer("POST /v3/endpoints", 201, "{\"endpoint\": {\"id\": \"e-1\"}}");
        session().createEndpoint(there);
        asked("POST /v3/endpoints", body);
        keystone.answer("PATCH /v3/endpoints/e-1", 200, "{\"endpoint\": {\"id\": \"e-1\"}}");
        session().updateEndpoint(there);
        asked("PATCH /v3/endpoints/e-1", body);
        keystone.answer("DELETE /v3/endpoints/e-1", 204, "");
        session().deleteEndpoint("e-1");
        asked("DELETE /v3/endpoints/e-1", "null");
    }

    @Test
    void projects() throws Exception {
        keystone.answer(
                "GET /v3/projects?name=service&domain_id=default",
                200,
                "{\"projects\": [{\"id\": \"p-2\", \"enabled\": false}]}");
        assertThat(session().project("service")).contains(new Project("p-2", false));
        keystone.answer("PATCH /v3/projects/p-2", 200, "{\"project\": {\"id\": \"p-2\"}}");
        session().enableProject("p-2");
        asked("PATCH /v3/projects/p-2", "{\"project\": {\"enabled\": true}}");
        keystone.answer("POST /v3/projects", 201, "{\"project\": {\"id\": \"p-3\"}}");
        assertThat(session().createProject("service", "Users")).isEqualTo("p-3");
        asked("POST /v3/projects", """
            {"project": {"name": "service", "domain_id": "default", "description": "Users", "enabled": true}}\
            """);
    }

    @Test
    void rolesAndWhoHasThem() throws Exception {
        keystone.answer("GET /v3/roles?name=service", 200, "{\"roles\": [{\"id\": \"r-2\", \"name\": \"service\"}]}");
        assertThat(session().ensureRole("service")).isEqualTo("r-2");
        keystone.answer("GET /v3/roles?name=creator", 200, "{\"roles\": []}");
        keystone.answer("POST /v3/roles", 201, "{\"role\": {\"id\": \"r-3\"}}");
        assertThat(session().ensureRole("creator")).isEqualTo("r-3");
        asked("POST /v3/roles", "{\"role\": {\"name\": \"creator\"}}");
        keystone.answer("GET /v3/role_assignments?scope.project.id=p-2&include_names", 200, """
            {"role_assignments": [
              {"role": {"id": "r-2", "name": "service"}, "scope": {"project": {"id": "p-2"}},
               "user": {"id": "u-2", "name": "nova", "domain": {"id": "default", "name": "Default"}}},
              {"role": {"id": "r-2", "name": "service"}, "scope": {"project": {"id": "p-2"}},
               "user": {"id": "u-3", "name": "nova", "domain": {"id": "d-7", "name": "customers"}}},
              {"role": {"id": "r-2", "name": "service"}, "scope": {"project": {"id": "p-2"}},
               "group": {"id": "g-1", "name": "people", "domain": {"id": "default", "name": "Default"}}},
              {"role": {"id": "r-2", "name": "service"},
               "scope": {"project": {"id": "p-2"}, "OS-INHERIT:inherited_to": "projects"},
               "user": {"id": "u-4", "name": "heir", "domain": {"id": "default", "name": "Default"}}}]}\
            """);
        assertThat(session().grants("p-2")).containsExactly(new Grant("u-2", "nova", "r-2", "service"));
        keystone.answer("PUT /v3/projects/p-2/users/u-2/roles/r-2", 204, "");
        session().grant("p-2", "u-2", "r-2");
        asked("PUT /v3/projects/p-2/users/u-2/roles/r-2", "null");
        keystone.answer("DELETE /v3/projects/p-2/users/u-2/roles/r-2", 204, "");
        session().revoke("p-2", "u-2", "r-2");
        asked("DELETE /v3/projects/p-2/users/u-2/roles/r-2", "null");
    }

    @Test
    void users() throws Exception {
        keystone.answer(
                "GET /v3/users?name=nova%20x&domain_id=default",
                200, "{\"users\": [{\"id\": \"u-2\", \"name\": \"nova x\", \"c5c3_owner\": \"a/b\"}]}");
        assertThat(session().user("nova x")).contains(new User("u-2", "nova x", Map.of("c5c3_owner", "a/b")));
        keystone.answer("GET /v3/users/u-2", 200, "{\"user\": {\"id\": \"u-2\", \"name\": \"nova\"}}");
        assertThat(session().userById("u-2")).contains(new User("u-2", "nova", Map.of()));
        assertThat(session().userById("u-9")).isEmpty();
        keystone.answer("POST /v3/users", 201, "{\"user\": {\"id\": \"u-5\"}}");
        assertThat(session().createUser("nova", "pw", "p-2", Map.of("c5c3_owner", "a/b")))
                .isEqualTo("u-5");
        asked("POST /v3/users", """
            {"user": {"name": "nova", "password": "pw", "domain_id": "default", "default_project_id": "p-2",
              "enabled": true, "c5c3_owner": "a/b", "options": {"ignore_password_expiry": true,
              "ignore_change_password_upon_first_use": true, "ignore_lockout_failure_attempts": true}}}\
            """);
        keystone.answer("PATCH /v3/users/u-5", 200, "{\"user\": {\"id\": \"u-5\"}}");
        session().restoreUser("u-5", "pw");
        asked("PATCH /v3/users/u-5", """
            {"user": {"password": "pw", "enabled": true, "options": {"ignore_password_expiry": true,
              "ignore_change_password_upon_first_use": true, "ignore_lockout_failure_attempts": true}}}\
            """);
        keystone.answer("DELETE /v3/users/u-5", 204, "");
        session().deleteUser("u-5");
        asked("DELETE /v3/users/u-5", "null");
    }

    @Test
    void applicationCredentialsAreOnesOwn() throws Exception {
        keystone.answer("GET /v3/users/u-1/application_credentials", 200, """
            {"application_credentials": [{"id": "ac-1", "name": "nova-1", "description": null,
              "project_id": "p-1", "roles": [{"id": "r-1", "name": "admin"}], "unrestricted": false}]}\
            """);
        assertThat(session().applicationCredentials()).containsExactly(new ApplicationCredential("ac-1", "nova-1", ""));
        keystone.answer(
                "POST /v3/users/u-1/application_credentials",
                201,
                "{\"application_credential\": {\"id\": \"ac-2\", \"secret\": \"s3cret\"}}");
        assertThat(session().mint("nova-2", "Made here", "s3cret", Set.of("service", "admin")))
                .isEqualTo("ac-2");
        asked("POST /v3/users/u-1/application_credentials", """
            {"application_credential": {"name": "nova-2", "description": "Made here", "secret": "s3cret",
              "unrestricted": false, "roles": [{"name": "admin"}, {"name": "service"}]}}\
            """);
        session().deleteApplicationCredential("ac-2");
        asked("DELETE /v3/users/u-1/application_credentials/ac-2", "null");
    }

    @ParameterizedTest
    @CsvSource({
        "400,it takes the request for a mistake",
        "401,'it does not know this login, or it has been switched off'",
        "403,the login may not do this",
        "409,there is one of that name already",
        "413,it refused"
    })
    void aNoIsPutIntoOurOwnWords(int status, String words) {
        keystone.answer(
                "POST /v3/auth/tokens?nocatalog",
                status,
                "{\"error\": {\"message\": \"Invalid input for field 'password': 'gehe\\\"im $é'\"}}");
        assertThatThrownBy(this::session)
                .isInstanceOf(IdentityRefused.class)
                .hasMessage(words + " (POST /v3/auth/tokens?nocatalog, status " + status + ")")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503})
    void whatMayPassIsNoRefusal(int status) {
        keystone.answer("POST /v3/auth/tokens?nocatalog", status, "gehe\"im");
        assertThatThrownBy(this::session)
                .isInstanceOf(IdentityUnavailable.class)
                .hasMessage(
                        keystone.address() + " answers with status " + status + " (POST /v3/auth/tokens?nocatalog)");
    }

    @Test
    void somethingElseMayAnswer() {
        keystone.answer("POST /v3/auth/tokens?nocatalog", 200, "<html>Welcome to nginx</html>");
        assertThatThrownBy(this::session)
                .isInstanceOf(IdentityUnavailable.class)
                .hasMessage(keystone.address() + " does not answer as Keystone does (POST /v3/auth/tokens?nocatalog)");
        keystone.answer("POST /v3/auth/tokens?nocatalog", 201, ScriptedKeystone.TOKEN);
        assertThatThrownBy(this::session).hasMessageContaining("does not answer as Keystone does");
    }

    /** What is missing in a list would be made again. */
    @Test
    void aListThatIsCutShortIsNone() throws Exception {
        keystone.answer("GET /v3/services", 200, "{\"services\": [], \"truncated\": true}");
        var session = session();
        assertThatThrownBy(session::services)
                .isInstanceOf(IdentityUnavailable.class)
                .hasMessageContaining("cuts its lists short");
    }

    @Test
    void aKeystoneThatIsNotThereIsUnavailable() throws Exception {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var server = new IdentityServer("127.0.0.1", port, "keystone", false, Optional.empty());
        assertThatThrownBy(() -> identity.login(server, ADMIN))
                .isInstanceOf(IdentityUnavailable.class)
                .hasMessage("keystone:" + port + " refused the connection");
    }

    @Test
    void addressesAreReadOffTheEndpoint() {
        assertThat(IdentityServer.of("https://keystone.example.org/v3", "10.0.0.1", Optional.of("PEM")))
                .isEqualTo(new IdentityServer("10.0.0.1", 443, "keystone.example.org", true, Optional.of("PEM")));
        assertThat(IdentityServer.of("http://keystone.svc:5000", "fd00::1", Optional.empty())
                        .at("/v3"))
                .hasToString("http://keystone.svc:5000/v3");
    }

    @Test
    void nothingShowsASecret() {
        assertThat(ADMIN.toString()).isEqualTo("admin@admin");
        assertThat(new CredentialKey("ac-1", "s3cret").toString()).isEqualTo("ac-1");
    }
}
