package io.c5c3.services.cortex;

import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;

/**
 * The server itself: a StatefulSet with one pod and its volume.
 *
 * @param secret the Secret with user and password
 */
record PostgresWorkload(Postgres postgres, String secret) {

    private static final String DATA = "data";
    private static final String HOME = "/var/lib/postgresql";
    private static final String FOLDER = "/etc/postgresql";
    private static final String SOCKETS = "/var/run/postgresql";

    /** Time to write out what is in memory; a server that is killed has to recover at the next start. */
    private static final long GRACE_SECONDS = 120;

    /** A recovery may take its time. */
    private static final int MOST_TRIES = 900;

    /** The claim that the StatefulSet makes for its pod. */
    String claim() {
        return DATA + "-" + postgres.name() + "-0";
    }

    private Cortex.Server wish() {
        return postgres.wish();
    }

    private String database() {
        return postgres.cortex().getSpec().database().database();
    }

    StatefulSet statefulSet(Facts facts, String operator) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(postgres.name())
                .withLabels(postgres.labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withServiceName(postgres.name())
                .withNewSelector()
                .withMatchLabels(postgres.selector())
                .endSelector()
                .withTemplate(pod())
                .withVolumeClaimTemplates(claimTemplate(firstSize(facts), operator))
                .endSpec()
                .build();
    }

    /** The size in the StatefulSet that is there, else the one asked for now: the template of a claim can never be changed. */
    private String firstSize(Facts facts) {
        return facts.find(StatefulSet.class, postgres.name())
                .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream().findFirst())
                .map(template -> template.getSpec().getResources().getRequests().get("storage"))
                .map(Quantity::toString)
                .orElse(wish().storageSize());
    }

    private PersistentVolumeClaim claimTemplate(String size, String operator) {
        return ClaimTemplate.of(DATA, operator, wish().storageClass(), size);
    }

    private PodTemplateSpec pod() {
        var template = PodTemplate.of(
                        postgres.labels(),
                        postgres.selector(),
                        PodTemplate.OPENSTACK,
                        wish().deployment(),
                        container(),
                        postgres.files().volume(),
                        login().volume(),
                        new VolumeBuilder()
                                .withName("run")
                                .withNewEmptyDir()
                                .endEmptyDir()
                                .build())
                .build();
        if (template.getSpec().getTerminationGracePeriodSeconds() == null) {
            template.getSpec().setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        return FoundingFiles.into(template, postgres.cortex());
    }

    private SecretFiles login() {
        return new SecretFiles("login", secret, FOLDER + "/login", List.of("username", "password"));
    }

    private Container container() {
        return new ContainerBuilder()
                .withName(Postgres.SERVICE)
                .withImage(wish().image().reference("ghcr.io/c5c3/postgresql", "17"))
                .withCommand("/bin/sh", FOLDER + "/" + Postgres.START)
                .addNewEnv()
                .withName("PGDATA")
                .withValue(HOME + "/pgdata")
                .endEnv()
                .addNewEnv()
                .withName("DATABASE")
                .withValue(database())
                .endEnv()
                .addNewPort()
                .withName(Postgres.SERVICE)
                .withContainerPort(Postgres.PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(resources())
                .withStartupProbe(asks(1, MOST_TRIES))
                .withReadinessProbe(asks(5, 3))
                .withLivenessProbe(listens())
                .withNewLifecycle()
                .withNewPreStop()
                .withNewExec()
                // Told to end, it would wait until the last client has hung up; told this, it closes down at once.
                .withCommand("/bin/sh", "-c", "kill -INT 1")
                .endExec()
                .endPreStop()
                .endLifecycle()
                .withVolumeMounts(postgres.files().mounts(FOLDER))
                .addToVolumeMounts(login().mount())
                .addToVolumeMounts(
                        new VolumeMountBuilder()
                                .withName(DATA)
                                .withMountPath(HOME)
                                .build(),
                        new VolumeMountBuilder()
                                .withName("run")
                                .withMountPath(SOCKETS)
                                .build())
                .build();
    }

    private ResourceRequirements resources() {
        return Requests.unless(wish().deployment().resources(), "20m", "128Mi");
    }

    /** The very database has to answer: it is made while the server starts. */
    private Probe asks(int period, int failures) {
        return new ProbeBuilder()
                .withNewExec()
                .withCommand(
                        "psql",
                        "--host=" + SOCKETS,
                        "--username=postgres",
                        "--dbname=" + database(),
                        "--no-psqlrc",
                        "--quiet",
                        "--command=SELECT 1")
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }

    private static Probe listens() {
        return new ProbeBuilder()
                .withNewExec()
                .withCommand("pg_isready", "--quiet", "--host=" + SOCKETS)
                .endExec()
                .withPeriodSeconds(10)
                .withTimeoutSeconds(5)
                .withFailureThreshold(6)
                .build();
    }
}
