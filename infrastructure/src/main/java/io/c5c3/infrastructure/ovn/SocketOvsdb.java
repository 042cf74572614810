package io.c5c3.infrastructure.ovn;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.http.BoundedSocket;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;

/** A real server: JSON-RPC over a socket. */
public final class SocketOvsdb implements Ovsdb {

    private static final ObjectMapper MAPPER =
            JsonMapper.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OUR_CALL = 1;

    @Override
    public List<List<OvsdbRow>> select(OvsdbServer server, String database, Query... queries) throws OvsdbFailure {
        var operations = operations("select", queries);
        for (var i = 0; i < queries.length; i++) {
            var columns = ((ObjectNode) operations.get(i)).putArray("columns");
            queries[i].columns().forEach(columns::add);
        }
        var answers = transact(server, database, operations);
        var results = new ArrayList<List<OvsdbRow>>();
        for (var i = 0; i < queries.length; i++) {
            var rows = new ArrayList<OvsdbRow>();
            answers.path(i).path("rows").forEach(row -> rows.add(new OvsdbRow(row)));
            results.add(rows);
        }
        return results;
    }

    @Override
    public void delete(OvsdbServer server, String database, Query... queries) throws OvsdbFailure {
        transact(server, database, operations("delete", queries));
    }

    @Override
    public void increment(OvsdbServer server, String database, String table, String column) throws OvsdbFailure {
        var operations = operations("mutate", Query.of(table));
        ((ObjectNode) operations.get(0))
                .putArray("mutations")
                .addArray()
                .add(column)
                .add("+=")
                .add(1);
        transact(server, database, operations);
    }

    private static ArrayNode operations(String verb, Query... queries) {
        var operations = MAPPER.createArrayNode();
        for (var query : queries) {
            var operation = operations.addObject().put("op", verb).put("table", query.table());
            var where = operation.putArray("where");
            query.match()
                    .ifPresent(match ->
                            where.addArray().add(match.column()).add("==").add(match.value()));
        }
        return operations;
    }

    /** One transaction; it happens as a whole or not at all. */
    private static JsonNode transact(OvsdbServer server, String database, ArrayNode operations) throws OvsdbFailure {
        var call = MAPPER.createObjectNode().put("method", "transact").put("id", OUR_CALL);
        call.putArray("params").add(database).addAll(operations);
        try (var plain = BoundedSocket.to(server.address(), server.port(), PATIENCE, PATIENCE.multipliedBy(2))) {
            if (server.identity().isEmpty()) {
                return result(server, answer(plain, call));
            }
            try (var secure = new OvsdbTls(server.identity().get()).over(plain, server)) {
                var answer = answer(secure, call);
                // A farewell; without it the server complains in its log each time.
                secure.shutdownOutput();
                return result(server, answer);
            }
        } catch (UnknownHostException e) {
            throw new OvsdbFailure(server + ": the name " + server.address() + " is not known");
        } catch (SocketTimeoutException e) {
            throw new OvsdbFailure(server + " does not answer in time");
        } catch (SSLException e) {
            throw new OvsdbFailure(server + ": encryption could not be agreed on: " + e.getMessage());
        } catch (IOException e) {
            throw new OvsdbFailure(server + " cannot be reached: " + e.getMessage());
        }
    }

    /** The server may ask in between whether we are still there. */
    private static JsonNode answer(Socket socket, ObjectNode call) throws IOException {
        var out = socket.getOutputStream();
        send(out, call);
        try (MappingIterator<JsonNode> messages =
                MAPPER.readerFor(JsonNode.class).readValues(socket.getInputStream())) {
            while (messages.hasNextValue()) {
                var message = messages.nextValue();
                if ("echo".equals(message.path("method").asText())) {
                    var reply = MAPPER.createObjectNode().putNull("error");
                    reply.set("id", message.path("id"));
                    reply.set("result", message.path("params"));
                    send(out, reply);
                } else if (message.path("id").asInt() == OUR_CALL) {
                    return message;
                }
            }
        }
        throw new IOException("it closed the connection");
    }

    private static void send(OutputStream out, ObjectNode message) throws IOException {
        out.write(MAPPER.writeValueAsBytes(message));
        out.flush();
    }

    private static JsonNode result(OvsdbServer server, JsonNode message) throws OvsdbFailure {
        refuse(server, message.path("error"));
        for (var answer : message.path("result")) {
            refuse(server, answer.path("error"));
        }
        return message.path("result");
    }

    private static void refuse(OvsdbServer server, JsonNode error) throws OvsdbFailure {
        if (!error.isMissingNode() && !error.isNull()) {
            throw new OvsdbFailure(server + " refused: "
                    + (error.isObject() ? error.path("error").asText() : error.asText()));
        }
    }
}
