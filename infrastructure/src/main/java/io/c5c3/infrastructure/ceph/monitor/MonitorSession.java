package io.c5c3.infrastructure.ceph.monitor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.CephRefused;
import io.c5c3.infrastructure.ceph.CephUnavailable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Commands to a monitor, as the command line of Ceph sends them, and their answers. */
final class MonitorSession implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final MonitorConnection connection;
    private final byte[] fsid;

    private MonitorSession(MonitorConnection connection, byte[] fsid) {
        this.connection = connection;
        this.fsid = fsid;
    }

    static MonitorSession open(CephLogin login) throws CephFailure {
        var connection = MonitorConnection.open(login);
        try {
            return new MonitorSession(connection, connection.fsid());
        } catch (IOException e) {
            connection.silent();
            connection.close();
            throw lost(e);
        }
    }

    /** A command without further fields. */
    JsonNode ask(String command) throws CephFailure {
        return ask(command, Map.of());
    }

    JsonNode ask(String command, Map<String, ?> fields) throws CephFailure {
        var all = new LinkedHashMap<String, Object>(Map.of("prefix", command, "format", "json"));
        all.putAll(fields);
        try {
            var reply = connection.ask(fsid, MAPPER.writeValueAsString(all), new byte[0]);
            if (reply.code() < 0) {
                throw new CephRefused(-reply.code(), "\"" + command + "\" was refused: " + reply.words());
            }
            return reply.output().length == 0 ? MissingNode.getInstance() : MAPPER.readTree(reply.output());
        } catch (JsonProcessingException e) {
            throw new CephUnavailable("the answer to \"" + command + "\" could not be read");
        } catch (IOException e) {
            connection.silent();
            throw lost(e);
        }
    }

    private static CephUnavailable lost(IOException fault) {
        return new CephUnavailable("the monitor was lost (" + MonitorConnection.words(fault)
                + "); without a quorum of monitors none answers");
    }

    @Override
    public void close() {
        connection.close();
    }
}
