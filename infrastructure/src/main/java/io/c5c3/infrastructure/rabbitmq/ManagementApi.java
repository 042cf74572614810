package io.c5c3.infrastructure.rabbitmq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.http.HttpCall;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.infrastructure.tls.ServerTrust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Requests to a server's management API, and what their failures are called. */
final class ManagementApi {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** A virtual host goes with all its queues. */
    private static final Duration DELETE = Duration.ofMinutes(2);

    private static final int FIRST_ERROR = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int FIRST_SERVER_ERROR = 500;

    private ManagementApi() {}

    static JsonNode get(BrokerLogin login, String... path) throws BrokerFailure {
        return read(login, checked(login, answered(login, "GET", ANSWER, "", path)));
    }

    /** What may not be there. */
    static Optional<JsonNode> find(BrokerLogin login, String... path) throws BrokerFailure {
        var response = answered(login, "GET", ANSWER, "", path);
        return response.status() == NOT_FOUND ? Optional.empty() : Optional.of(read(login, checked(login, response)));
    }

    private static JsonNode read(BrokerLogin login, HttpCall.Answer response) throws BrokerFailure {
        try {
            return JSON.readTree(response.text());
        } catch (JsonProcessingException e) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " does not answer as RabbitMQ does");
        }
    }

    static void put(BrokerLogin login, Map<String, ?> body, String... path) throws BrokerFailure {
        checked(login, answered(login, "PUT", ANSWER, text(body), path));
    }

    /** What is not there need not be deleted. */
    static void delete(BrokerLogin login, String... path) throws BrokerFailure {
        var response = answered(login, "DELETE", DELETE, "", path);
        if (response.status() != NOT_FOUND) {
            checked(login, response);
        }
    }

    private static HttpCall.Answer answered(
            BrokerLogin login, String method, Duration patience, String body, String... path) throws BrokerFailure {
        var where = Arrays.stream(path).map(TransportUrl::encoded).collect(Collectors.joining("/"));
        var credentials = (login.user() + ":" + login.password()).getBytes(StandardCharsets.UTF_8);
        var headers = Map.of(
                "Content-Type",
                "application/json",
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials));
        var target = new HttpProbe.Target(
                login.host(),
                login.port(),
                login.trust().map(ServerTrust::name).orElse(login.host()),
                "/api/" + where,
                login.trust().isPresent(),
                login.trust().flatMap(ServerTrust::authority));
        try {
            return HttpCall.send(target, method, headers, body, patience);
        } catch (IOException e) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " " + RabbitBroker.words(e));
        }
    }

    private static HttpCall.Answer checked(BrokerLogin login, HttpCall.Answer response) throws BrokerFailure {
        var status = response.status();
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
