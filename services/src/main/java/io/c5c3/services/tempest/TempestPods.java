package io.c5c3.services.tempest;

import io.c5c3.api.common.Pods;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The pods that run tests.
 *
 * @param login the Secret with the credential
 * @param authority the Secret with the authority to trust
 */
record TempestPods(Tempest tempest, ServicePods pods, ConfigFiles files, String login, Optional<String> authority) {

    static final String RUN = "run";

    /** Where images are published that Glance shall fetch. */
    static final int WEB = 80;

    /** How long a run has for tidying up after its time is over. */
    private static final long GRACE_SECONDS = 600;

    private static final int SECONDS = 60;

    static String claim(String name) {
        return name + "-results";
    }

    String name() {
        return pods.name();
    }

    CronJob scheduled(String schedule, boolean suspended) {
        var job = task(name()).cronJob(schedule, suspended);
        job.getSpec()
                .getJobTemplate()
                .setSpec(bounded(job.getSpec().getJobTemplate().getSpec()));
        return job;
    }

    /** @param request what tells this run from others */
    Job requested(String request) {
        var job = task(name() + "-" + RUN + "-" + request).job();
        job.setSpec(bounded(job.getSpec()));
        return job;
    }

    /**
     * In time, with a web server of its own, which Glance only asks at a port that is root's unless the pod is told otherwise, and with
     * pings, which are root's likewise.
     */
    private JobSpec bounded(JobSpec spec) {
        return new JobSpecBuilder(spec)
                .withActiveDeadlineSeconds(deadline())
                .editTemplate()
                .editSpec()
                .editSecurityContext()
                .addNewSysctl("net.ipv4.ip_unprivileged_port_start", String.valueOf(WEB))
                .addNewSysctl("net.ipv4.ping_group_range", "0 2147483647")
                .endSecurityContext()
                .endSpec()
                .endTemplate()
                .build();
    }

    /** The run stops itself in time; this is for one that cannot. */
    private long deadline() {
        return (long) tempest.getSpec().tests().timeoutMinutes() * SECONDS + GRACE_SECONDS;
    }

    /** A second try would be a second run. */
    private Task task(String name) {
        var reads = reads();
        var container = new ContainerBuilder()
                .withName(RUN)
                .withImage(pods.image())
                .withCommand("python3", TempestConfig.FOLDER + "/" + TempestConfig.PROGRAM)
                .withEnv(reads.env())
                .withResources(Requests.unless(pods.settings().resources(), "100m", "512Mi"))
                .withVolumeMounts(reads.mounts())
                .build();
        return new Task(
                        name,
                        pods.labels(RUN),
                        PodTemplate.of(
                                pods.labels(RUN),
                                pods.selector(RUN),
                                PodTemplate.OPENSTACK,
                                placement(pods.settings()),
                                container,
                                reads.volumes().toArray(Volume[]::new)))
                .triedOnce();
    }

    /** Time to take back what the run made in the cloud, unless the resource says how long. */
    private static Pods placement(Pods wish) {
        return wish.terminationGracePeriodSeconds() != null
                ? wish
                : new Pods(
                        wish.resources(),
                        wish.nodeSelector(),
                        wish.tolerations(),
                        wish.affinity(),
                        wish.topologySpreadConstraints(),
                        wish.priorityClassName(),
                        120L,
                        wish.preStopSleepSeconds(),
                        wish.annotations(),
                        wish.extraMounts());
    }

    private Reads reads() {
        var spec = tempest.getSpec();
        var reads = Reads.of(files, TempestConfig.FOLDER)
                .with(new SecretFiles("login", login, TempestConfig.LOGIN))
                .with(List.of(
                        new EnvVar("HOME", TempestConfig.WORK, null),
                        Variable.own("POD_IP", "status.podIP"),
                        new EnvVar(
                                "SERVICES",
                                spec.tests().services().stream()
                                        .map(Enum::name)
                                        .sorted()
                                        .distinct()
                                        .collect(Collectors.joining(",")),
                                null),
                        new EnvVar(
                                "PLUGINS",
                                spec.tests().plugins().stream()
                                        .sorted()
                                        .distinct()
                                        .collect(Collectors.joining(",")),
                                null),
                        new EnvVar("CONCURRENCY", String.valueOf(spec.tests().concurrency()), null),
                        new EnvVar(
                                "TIMEOUT_MINUTES", String.valueOf(spec.tests().timeoutMinutes()), null),
                        new EnvVar("KEEP", String.valueOf(spec.reports().keep()), null)))
                .withScratch("work", TempestConfig.WORK)
                .with(
                        new VolumeBuilder()
                                .withName("reports")
                                .withNewPersistentVolumeClaim()
                                .withClaimName(claim(name()))
                                .endPersistentVolumeClaim()
                                .build(),
                        new VolumeMountBuilder()
                                .withName("reports")
                                .withMountPath(TempestConfig.REPORTS)
                                .build());
        return authority
                .map(secret ->
                        reads.with(new SecretFiles("authority", secret, TempestConfig.AUTHORITY, List.of("ca.crt"))))
                .orElse(reads);
    }
}
