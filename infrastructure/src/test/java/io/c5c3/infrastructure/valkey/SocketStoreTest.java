package io.c5c3.infrastructure.valkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as Valkey 8.1 was seen to answer. */
class SocketStoreTest {

    private static final String INFO =
            "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n";

    private final Map<String, String> answers = new ConcurrentHashMap<>(Map.of(
            "AUTH good", "+OK\r\n",
            "AUTH bad", "-WRONGPASS invalid username-password pair or user is disabled.\r\n",
            "INFO server", bulk(INFO)));
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ServerSocket socket;

    @BeforeEach
    void listen() throws IOException {
        socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                try (var client = socket.accept()) {
                    converse(client);
                } catch (IOException e) {
                    // The client has gone, or the test is over.
                }
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
    }

    private void converse(Socket client) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        for (var count = in.readLine(); count != null; count = in.readLine()) {
            var words = new ArrayList<String>();
            for (var i = Integer.parseInt(count.substring(1)); i > 0; i--) {
                in.readLine();
                words.add(in.readLine());
            }
            var question = String.join(" ", words);
            asked.add(question);
            client.getOutputStream()
                    .write(answers.getOrDefault(question, "-ERR unknown command\r\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String bulk(String text) {
        return "$" + text.length() + "\r\n" + text + "\r\n";
    }

    private static String list(String... items) {
        return "*" + items.length + "\r\n" + String.join("", items);
    }

    private StoreLogin login(String password) {
        return new StoreLogin("127.0.0.1", socket.getLocalPort(), password, Optional.empty());
    }

    @Test
    void aPrimaryCountsItsReplicas() throws StoreFailure {
        var replica = list(bulk("valkey-1.valkey.openstack.svc.cluster.local"), bulk("6379"), bulk("1441"));
        answers.put("ROLE", list(bulk("master"), ":1444\r\n", list(replica, replica)));
        assertThat(new SocketStore().server(login("good"))).isEqualTo(new Store.Server("8.1.1", "", 2));
        assertThat(asked).containsExactly("AUTH good", "INFO server", "ROLE");
    }

    @Test
    void aReplicaNamesItsPrimary() throws StoreFailure {
        answers.put("ROLE", list(bulk("slave"), bulk("valkey-0.valkey"), ":6379\r\n", bulk("connected"), ":1\r\n"));
        assertThat(new SocketStore().server(login("good"))).isEqualTo(new Store.Server("8.1.1", "valkey-0.valkey", 0));
    }

    @Test
    void aSentinelTellsWhatItKnows() throws StoreFailure {
        seen("master");
        answers.put("SENTINEL CKQUORUM myprimary", "+OK 3 usable Sentinels.\r\n");
        assertThat(new SocketStore().sentinel(login("good"), "myprimary"))
                .isEqualTo(new Store.Sentinel("valkey-2.valkey", true, 2, 3, true));
        seen("s_down,o_down,master");
        answers.put("SENTINEL CKQUORUM myprimary", "-NOQUORUM 1 usable Sentinels.\r\n");
        assertThat(new SocketStore().sentinel(login("good"), "myprimary"))
                .isEqualTo(new Store.Sentinel("valkey-2.valkey", false, 2, 3, false));
    }

    private void seen(String flags) {
        answers.put(
                "SENTINEL MASTER myprimary",
                list(
                        bulk("ip"),
                        bulk("valkey-2.valkey"),
                        bulk("flags"),
                        bulk(flags),
                        bulk("num-slaves"),
                        bulk("2"),
                        bulk("num-other-sentinels"),
                        bulk("2")));
    }

    @Test
    void failuresAreToldInOurWords() {
        assertThat(failure("bad").isWrongPassword()).isTrue();
        answers.put("INFO server", "-LOADING Valkey is loading the dataset in memory\r\n");
        assertThat(failure("good").getMessage()).endsWith(" answers LOADING");
        answers.put("INFO server", "HTTP/1.1 400 Bad Request\r\n");
        assertThat(failure("good").getMessage()).endsWith(" does not speak the protocol of Valkey");
        answers.put("INFO server", "*1000000000000\r\n");
        assertThat(failure("good").getMessage()).endsWith(" does not speak the protocol of Valkey");
    }

    private StoreFailure failure(String password) {
        return catchThrowableOfType(StoreFailure.class, () -> new SocketStore().server(login(password)));
    }
}
