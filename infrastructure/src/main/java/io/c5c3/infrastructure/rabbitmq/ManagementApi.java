package io.c5c3.infrastructure.rabbitmq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.http.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;

/** Requests to a server's management API, and what their failures are called. */
final class ManagementApi {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** A virtual host goes with all its queues. */
    private static final Duration DELETE = Duration.ofMinutes(2);

    private static final int FIRST_ERROR = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int FIRST_SERVER_ERROR = 500;

    private ManagementApi() {}

    static JsonNode get(BrokerLogin login, String... path) throws BrokerFailure {
        return read(
                login,
                checked(
                        login,
                        answered(login, request(login, ANSWER, path).GET().build())));
    }

    /** What may not be there. */
    static Optional<JsonNode> find(BrokerLogin login, String... path) throws BrokerFailure {
        var response = answered(login, request(login, ANSWER, path).GET().build());
        return response.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(read(login, checked(login, response)));
    }

    private static JsonNode read(BrokerLogin login, HttpResponse<String> response) throws BrokerFailure {
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " does not answer as RabbitMQ does");
        }
    }

    static void put(BrokerLogin login, Map<String, ?> body, String... path) throws BrokerFailure {
        var request = request(login, ANSWER, path)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(text(body)));
        checked(login, answered(login, request.build()));
    }

    /** What is not there need not be deleted. */
    static void delete(BrokerLogin login, String... path) throws BrokerFailure {
        var response = answered(login, request(login, DELETE, path).DELETE().build());
        if (response.statusCode() != NOT_FOUND) {
            checked(login, response);
        }
    }

    private static HttpRequest.Builder request(BrokerLogin login, Duration patience, String... path) {
        var host = login.host().contains(":") ? "[" + login.host() + "]" : login.host();
        var where = Arrays.stream(path).map(TransportUrl::encoded).collect(Collectors.joining("/"));
        var credentials = (login.user() + ":" + login.password()).getBytes(StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(URI.create((login.trust().isPresent() ? "https://" : "http://") + host + ":"
                        + login.port() + "/api/" + where))
                .timeout(patience)
                .header("Accept", "application/json")
                .header("User-Agent", "c5c3")
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    private static HttpResponse<String> answered(BrokerLogin login, HttpRequest request) throws BrokerFailure {
        try (var client = client(login)) {
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (HttpTimeoutException e) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " did not answer in time");
        } catch (IOException e) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " " + RabbitBroker.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailable(
                    login.host() + ":" + login.port() + " was not waited for: the operator is stopping");
        }
    }

    private static HttpClient client(BrokerLogin login) throws IOException {
        // Services are reached directly; a proxy of the machine would look for them outside.
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .proxy(HttpClient.Builder.NO_PROXY);
        if (login.trust().isPresent()) {
            // The connection goes to an address; the name in the certificate is the one that is announced.
            var trust = login.trust().get();
            var parameters = new SSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(trust.name())));
            builder.sslParameters(parameters).sslContext(Trust.in(trust.authority()));
        }
        return builder.build();
    }

    private static HttpResponse<String> checked(BrokerLogin login, HttpResponse<String> response) throws BrokerFailure {
        var status = response.statusCode();
        if (status == UNAUTHORIZED) {
            throw BrokerRefused.wrongPassword();
        }
        if (status >= FIRST_SERVER_ERROR) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " answers with status " + status);
        }
        if (status >= FIRST_ERROR) {
            throw BrokerRefused.because("the server refused", status);
        }
        return response;
    }

    private static String text(Map<String, ?> body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("This request has no JSON form");
        }
    }
}
