package io.c5c3.cli.tempest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    private static final List<String> THERE = List.of("2026-01-02T02-00-00Z", "2026-01-01T02-00-00Z", "");

    @Test
    void theNewestUnlessOneIsNamed() {
        assertThat(Reports.choose(THERE, Optional.empty())).isEqualTo("2026-01-02T02-00-00Z");
        assertThat(Reports.choose(THERE, Optional.of("2026-01-01T02-00-00Z"))).isEqualTo("2026-01-01T02-00-00Z");
        assertThatThrownBy(() -> Reports.choose(THERE, Optional.of("yesterday")))
                .hasMessage("There is no report 'yesterday'. There is: 2026-01-01T02-00-00Z, 2026-01-02T02-00-00Z.");
        assertThatThrownBy(() -> Reports.choose(List.of(""), Optional.empty())).hasMessageContaining("tempest run");
    }

    @Test
    void filesComeToTheFolderAndAllIsRead(@TempDir Path folder) throws IOException {
        var packed = packed("report.html", "tempest.log");
        var names = new ArrayList<String>();
        Archive.unpack(packed, folder.resolve("new"), names::add);
        assertThat(names).containsExactly("report.html", "tempest.log");
        assertThat(folder.resolve("new/tempest.log")).hasContent("of tempest.log");
        assertThat(packed.available()).isZero();
    }

    @Test
    void noFileComesToAnotherPlace(@TempDir Path folder) throws IOException {
        var packed = packed("../evil");
        assertThatThrownBy(() -> Archive.unpack(packed, folder.resolve("in"), name -> {}))
                .hasMessageContaining("does not belong");
        assertThat(Files.exists(folder.resolve("evil"))).isFalse();
    }

    @Test
    void thePodIsLikeThoseOfRunsAndAsksForNothing() {
        var pod = ReportPod.pod("tempest-report-1", "tempest-results", ReportPod.place("registry/tempest:1"));
        var container = pod.getSpec().getContainers().getFirst();
        assertThat(container.getImage()).isEqualTo("registry/tempest:1");
        assertThat(container.getVolumeMounts())
                .filteredOn(mount -> mount.getName().equals("reports"))
                .singleElement()
                .matches(mount -> mount.getReadOnly());
        assertThat(pod.getSpec().getVolumes())
                .filteredOn(volume -> volume.getPersistentVolumeClaim() != null)
                .singleElement()
                .matches(volume -> volume.getPersistentVolumeClaim().getReadOnly());
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(pod.getMetadata().getLabels()).containsEntry("app.kubernetes.io/name", "tempest-report");
        assertThat(pod.getSpec().getActiveDeadlineSeconds()).isPositive();
        // What the standard "restricted" demands.
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSpec().getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    }

    private static ByteArrayInputStream packed(String... names) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(("of " + name).getBytes(StandardCharsets.UTF_8));
            }
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
