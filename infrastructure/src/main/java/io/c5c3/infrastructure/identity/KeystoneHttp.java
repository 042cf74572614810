package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.c5c3.engine.http.HttpCall;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Requests to one Keystone, and what their failures are called. */
final class KeystoneHttp {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A login costs Keystone a slow hash on purpose, and the machine may be busy. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final int FIRST_ERROR = 400;
    private static final int TOO_MANY = 429;
    private static final int FIRST_SERVER_ERROR = 500;

    private final IdentityServer server;

    KeystoneHttp(IdentityServer server) {
        this.server = server;
    }

    /** @param body nothing, if the answer has none */
    record Answer(IdentityServer from, String request, String token, JsonNode body) {

        /** Something answered that is no Keystone, or stands before one. */
        IdentityUnavailable strange() {
            return new IdentityUnavailable(from + " does not answer as Keystone does (" + request + ")");
        }
    }

    /** @param token of the login; empty for the login itself */
    Answer send(String method, String path, String token, @Nullable Object body) throws IdentityFailure {
        var headers = new LinkedHashMap<String, String>();
        if (!token.isEmpty()) {
            headers.put("X-Auth-Token", token);
        }
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        var what = method + " " + path;
        var response = answered(method, path, headers, body == null ? "" : text(body));
        var status = response.status();
        if (status == TOO_MANY || status >= FIRST_SERVER_ERROR) {
            throw new IdentityUnavailable(server + " answers with status " + status + " (" + what + ")");
        }
        if (status >= FIRST_ERROR) {
            throw new IdentityRefused(status, what);
        }
        var answer = new Answer(server, what, response.header("X-Subject-Token"), tree(response.text()));
        if (response.body().length > 0 && answer.body().isMissingNode()) {
            throw answer.strange();
        }
        return answer;
    }

    private HttpCall.Answer answered(String method, String path, Map<String, String> headers, String body)
            throws IdentityFailure {
        try {
            return HttpCall.send(server.at(path), method, headers, body, ANSWER);
        } catch (SocketTimeoutException e) {
            throw new IdentityUnavailable(server + " did not answer in time");
        } catch (SSLException e) {
            throw new IdentityUnavailable(server + " shows a certificate that is not trusted");
        } catch (ConnectException e) {
            throw new IdentityUnavailable(server + " refused the connection");
        } catch (UnknownHostException e) {
            throw new IdentityUnavailable(server + " is not a name that DNS knows");
        } catch (ProtocolException e) {
            throw new IdentityUnavailable(server + " does not answer as Keystone does (" + method + " " + path + ")");
        } catch (IOException e) {
            throw new IdentityUnavailable(server + " closed the connection");
        }
    }

    private static String text(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("This request has no JSON form");
        }
    }

    private static JsonNode tree(String text) {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
