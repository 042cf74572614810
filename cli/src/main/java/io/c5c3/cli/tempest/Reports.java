package io.c5c3.cli.tempest;

import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.cluster.RunningPods;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.c5c3.local.image.Images;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The reports that runs left on their volume, each in a folder that is named after its time. */
public record Reports(Suite suite, LoadableImages images) {

    private static final String PAGE = "report.html";

    /** Names sort by time. Files that are no folder of a report (lost+found, a failed write) are nobody's business. */
    private static final String LIST =
            "import os,sys; print(*sorted(n for n in os.listdir(sys.argv[1]) if n[:2] == '20'), sep='\\n')";

    /** Python is in the image, and Java reads what it packs; logs shrink to a tenth on the way. */
    private static final String PACK = """
        import os, sys, zipfile
        with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED) as out:
            for name in sorted(os.listdir(sys.argv[1])):
                out.write(os.path.join(sys.argv[1], name), name)
        """;

    /**
     * Puts the files of a report on this machine, and returns the page among them.
     *
     * @param run the folder of the report; the newest without
     * @param to where to put the files
     */
    public Path fetch(Optional<String> run, Optional<Path> to, Progress progress) {
        var claim = suite.name() + "-results";
        if (suite.client()
                        .persistentVolumeClaims()
                        .inNamespace(suite.namespace())
                        .withName(claim)
                        .get()
                == null) {
            throw new Failure(
                    "There is no volume for reports: PersistentVolumeClaim/" + claim + " does not exist. './c5c3 why"
                            + " tempest/" + suite.name() + " -n " + suite.namespace() + "' tells why.");
        }
        // A volume may be on one node only: where a run is under way, its own pod is the way to it.
        var running = suite.pods().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .findFirst();
        if (running.isPresent()) {
            return fetch(running.get(), run, to, progress);
        }
        try (var pod = new ReportPod(suite.client(), suite.namespace(), suite.name(), claim, place())) {
            var reader = progress.call("Starting a pod that reads the volume", step -> pod.start(images));
            return fetch(reader, run, to, progress);
        }
    }

    private Path fetch(Pod pod, Optional<String> run, Optional<Path> to, Progress progress) {
        var pods = new RunningPods(suite.client(), suite.namespace());
        var there = new ArrayList<String>();
        pods.run(pod, List.of("python3", "-c", LIST, ReportPod.FOLDER), there::add);
        var chosen = choose(there, run);
        var folder = to.orElseGet(() -> Path.of(suite.name() + "-" + chosen))
                .toAbsolutePath()
                .normalize();
        progress.run(
                "Fetching " + chosen,
                step -> pods.read(
                        pod,
                        List.of("python3", "-c", PACK, ReportPod.FOLDER + "/" + chosen),
                        packed -> Archive.unpack(packed, folder, step::detail)));
        return folder.resolve(PAGE);
    }

    static String choose(List<String> there, Optional<String> run) {
        var names = there.stream().filter(name -> !name.isBlank()).sorted().toList();
        if (names.isEmpty()) {
            throw new Failure("There is no report yet: './c5c3 tempest run' makes one.");
        }
        if (run.isPresent() && !names.contains(run.get())) {
            throw new Failure("There is no report '" + run.get() + "'. There is: " + String.join(", ", names) + ".");
        }
        return run.orElseGet(names::getLast);
    }

    /** As pods of runs are: their image is there to be had, and nodes that let them in let in who reads what they wrote. */
    private PodSpec place() {
        var client = suite.client().batch().v1();
        var asked = client.jobs().inNamespace(suite.namespace()).withLabels(suite.labels()).list().getItems().stream()
                .map(job -> job.getSpec().getTemplate().getSpec());
        var scheduled =
                client.cronjobs().inNamespace(suite.namespace()).withLabels(suite.labels()).list().getItems().stream()
                        .map(job -> job.getSpec()
                                .getJobTemplate()
                                .getSpec()
                                .getTemplate()
                                .getSpec());
        return Stream.concat(scheduled, asked)
                .findFirst()
                .orElseGet(() -> ReportPod.place(Images.reference("tempest")));
    }
}
