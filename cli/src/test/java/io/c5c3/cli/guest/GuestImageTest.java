package io.c5c3.cli.guest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.local.image.Guest;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that runs in the client's pod, run here, with a stand-in for the cloud (src/test/python). */
class GuestImageTest {
    private static final Path STAND_INS = Path.of("src/test/python").toAbsolutePath();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final byte[] content = new byte[3_000_000];
    private Guest guest;

    @BeforeEach
    void aDisk() throws IOException {
        new Random(7).nextBytes(content);
        var disk = folder.resolve("guest-debian-0123456789abcdef.raw.gz");
        try (var packed = new GZIPOutputStream(Files.newOutputStream(disk))) {
            packed.write(content);
        }
        guest = new Guest("debian-13", disk);
    }

    @Test
    void theCommandSaysHowMuchComes() throws IOException {
        assertThat(offer())
                .containsExactly(
                        "offer",
                        "debian-13",
                        "0123456789abcdef",
                        Long.toString(Files.size(guest.disk())),
                        Integer.toString(content.length));
    }

    @Test
    void theDiskIsUnpackedOnItsWay() throws Exception {
        var said = run("[]", offer());
        assertThat(said.getFirst()).isEqualTo("{\"step\": \"Uploading debian-13\"}");
        var digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        assertThat(did(said))
                .singleElement()
                .asString()
                .startsWith("made debian-13 " + digest)
                .contains("\"c5c3_source\": \"0123456789abcdef\"", "\"os_admin_user\": \"debian\"")
                .contains("\"os_distro\": \"debian\"", "\"os_version\": \"13\"", "\"visibility\": \"public\"")
                .contains("\"disk_format\": \"raw\"");
        assertThat(said.getLast()).isEqualTo("{\"fact\": \"image\", \"value\": \"new\"}");
    }

    @Test
    void anOlderOneIsHiddenAndAHalfOneGoes() throws Exception {
        var before = "[" + image("old", "active", "fedcba9876543210") + "," + image("half", "saving", "0") + "]";
        assertThat(run(before, List.of("look", "debian-13", guest.source()))).isEmpty();
        assertThat(did(run(before, offer()))).hasSize(3).contains("hid old", "deleted half");
    }

    @Test
    void theSameIsThere() throws Exception {
        var there = "[" + image("first", "active", guest.source()) + "]";
        assertThat(run(there, List.of("look", "debian-13", guest.source())))
                .containsExactly("{\"fact\": \"image\", \"value\": \"first\"}");
        var half = "[" + image("first", "queued", guest.source()) + "]";
        assertThat(run(half, List.of("look", "debian-13", guest.source()))).isEmpty();
    }

    @Test
    void anImageOfAPersonIsLeftAlone() throws Exception {
        var theirs = "[{\"id\": \"theirs\", \"name\": \"debian-13\", \"status\": \"active\", \"properties\": {}}]";
        var said = run(theirs, offer());
        assertThat(said).hasSize(1);
        assertThat(JSON.readTree(said.getFirst()).path("advice").asText())
                .contains("./c5c3 openstack image set --name OTHER theirs");
    }

    @Test
    void aDiskThatCameBrokenIsNotOffered() throws Exception {
        var bytes = Files.readAllBytes(guest.disk());
        bytes[bytes.length / 2] ^= 1;
        Files.write(guest.disk(), bytes);
        assertThat(run("[]", offer()).getLast()).contains("\"error\": ");
    }

    private List<String> offer() {
        try (var client = new KubernetesClientBuilder().build()) {
            return new GuestImage(guest, client, "openstack").arguments();
        }
    }

    private static String image(String id, String status, String source) {
        return "{\"id\": \"%s\", \"name\": \"debian-13\", \"status\": \"%s\", \"properties\": {\"c5c3_source\": \"%s\"}}"
                .formatted(id, status, source);
    }

    private static List<String> did(List<String> said) throws IOException {
        var all = new ArrayList<String>();
        for (var line : said) {
            var read = JSON.readTree(line);
            if (read.path("fact").asText().equals("did")) {
                all.add(read.path("value").asText());
            }
        }
        return all;
    }

    /** Its input stays open, as that of a program in a pod does. */
    private List<String> run(String cloud, List<String> arguments) throws Exception {
        var words = new ArrayList<>(List.of("python3", "-c", new ClientScript("guest.py", "").source()));
        words.addAll(arguments);
        var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PYTHONPATH", STAND_INS.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("CLOUD", cloud);
        var process = builder.start();
        Thread.ofVirtual().start(() -> {
            try {
                Files.copy(guest.disk(), process.getOutputStream());
                process.getOutputStream().flush();
            } catch (IOException e) {
                // It did not want all of it.
            }
        });
        var said = process.inputReader().lines().toList();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return said;
    }
}
