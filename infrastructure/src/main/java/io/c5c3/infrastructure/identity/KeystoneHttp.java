package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.c5c3.engine.http.Trust;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Requests to one Keystone, and what their failures are called. */
final class KeystoneHttp {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(3);

    /** A login costs Keystone a slow hash on purpose, and the machine may be busy. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final int FIRST_ERROR = 400;
    private static final int TOO_MANY = 429;
    private static final int FIRST_SERVER_ERROR = 500;

    private final HttpClient client;
    private final IdentityServer server;

    private KeystoneHttp(HttpClient client, IdentityServer server) {
        this.client = client;
        this.server = server;
    }

    /** @param body nothing, if the answer has none */
    record Answer(IdentityServer from, String request, String token, JsonNode body) {

        /** Something answered that is no Keystone, or stands before one. */
        IdentityUnavailable strange() {
            return new IdentityUnavailable(from + " does not answer as Keystone does (" + request + ")");
        }
    }

    static KeystoneHttp to(IdentityServer server) throws IdentityFailure {
        // Services are reached directly; a proxy of the machine would look for them outside.
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .proxy(HttpClient.Builder.NO_PROXY);
        if (server.tls()) {
            // The connection goes to an address; the name in the certificate is the one that is announced.
            var parameters = new SSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(server.host())));
            builder.sslParameters(parameters);
            if (server.authority().isPresent()) {
                builder.sslContext(trusting(server));
            }
        }
        return new KeystoneHttp(builder.build(), server);
    }

    private static SSLContext trusting(IdentityServer server) throws IdentityFailure {
        try {
            return Trust.in(server.authority());
        } catch (IOException e) {
            throw new IdentityUnavailable("the certificate authority of " + server + " cannot be read");
        }
    }

    /** @param token of the login; empty for the login itself */
    Answer send(String method, String path, String token, @Nullable Object body) throws IdentityFailure {
        var request = HttpRequest.newBuilder(server.url(path))
                .timeout(ANSWER)
                .header("Accept", "application/json")
                .header("User-Agent", "c5c3");
        if (!token.isEmpty()) {
            request.header("X-Auth-Token", token);
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(text(body)));
        }
        var what = method + " " + path;
        var response = answered(request.build());
        var status = response.statusCode();
        if (status == TOO_MANY || status >= FIRST_SERVER_ERROR) {
            throw new IdentityUnavailable(server + " answers with status " + status + " (" + what + ")");
        }
        if (status >= FIRST_ERROR) {
            throw new IdentityRefused(status, what);
        }
        var answer = new Answer(
                server, what, response.headers().firstValue("X-Subject-Token").orElse(""), tree(response.body()));
        if (!response.body().isEmpty() && answer.body().isMissingNode()) {
            throw answer.strange();
        }
        return answer;
    }

    private HttpResponse<String> answered(HttpRequest request) throws IdentityFailure {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (HttpTimeoutException e) {
            throw new IdentityUnavailable(server + " did not answer in time");
        } catch (SSLException e) {
            throw new IdentityUnavailable(server + " shows a certificate that is not trusted");
        } catch (ConnectException e) {
            throw new IdentityUnavailable(server + " refused the connection");
        } catch (IOException e) {
            throw new IdentityUnavailable(server + " closed the connection");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IdentityUnavailable(server + " was not waited for: the operator is stopping");
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
