package io.c5c3.services.cortex;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What runs for a Cortex: pods that answer, and one that fetches what the answers are made of.
 *
 * @param secrets the Secret with secrets.json
 * @param authority the Secret with the certificate that signed those of the APIs, if they have one of their own
 */
record CortexPods(Cortex cortex, ServicePods pods, ConfigFiles files, String secrets, Optional<String> authority) {

    static final String SCHEDULER = "scheduler";
    static final String SYNCER = "syncer";

    /** The image's own sign of life. */
    static final String ALIVE = "/up";

    private static final String TRUSTED = "/etc/cortex/ca";

    /** Until no Service leads here any more. */
    private static final long LEAVE_SECONDS = 5;

    ApiScaling scaling() {
        return ApiScaling.fixed(
                pods.name() + "-" + SCHEDULER,
                pods.labels(SCHEDULER),
                pods.selector(SCHEDULER),
                cortex.getSpec().replicas());
    }

    /** It speaks plain HTTP, and nobody outside the cluster has anything to ask it. */
    ApiFront front() {
        return new ApiFront(
                pods.name(),
                cortex.getMetadata().getNamespace(),
                pods.labels(SCHEDULER),
                pods.selector(SCHEDULER),
                Cortex.PORT,
                false,
                Defaults.of(Exposure.class));
    }

    private Reads reads() {
        var reads = Reads.of(files, CortexConfig.FOLDER)
                .with(new SecretFiles("secrets", secrets, CredentialsStep.FOLDER, List.of(CredentialsStep.FILE)));
        return authority
                .map(secret -> reads.with(new SecretFiles("authority", secret, TRUSTED, List.of("ca.crt")))
                        .with(new EnvVarBuilder()
                                .withName("SSL_CERT_DIR")
                                .withValue(TRUSTED + ":/etc/ssl/certs")
                                .build()))
                .orElse(reads);
    }

    Deployment scheduler() {
        var settings = cortex.getSpec().deployment();
        var plain = pods.worker(SCHEDULER, cortex.getSpec().replicas(), settings, reads(), "cortex", SCHEDULER);
        return new DeploymentBuilder(plain)
                .editSpec()
                .editTemplate()
                .editSpec()
                .editFirstContainer()
                .addNewPort()
                .withName(ApiFront.PORT)
                .withContainerPort(Cortex.PORT)
                .withProtocol("TCP")
                .endPort()
                .addNewPort()
                .withName("metrics")
                .withContainerPort(CortexConfig.METRICS)
                .withProtocol("TCP")
                .endPort()
                .withStartupProbe(asks(1, 180))
                .withReadinessProbe(asks(2, 3))
                .withLivenessProbe(asks(20, 6))
                .withNewLifecycle()
                .withNewPreStop()
                .withNewSleep(Objects.requireNonNullElse(settings.preStopSleepSeconds(), LEAVE_SECONDS))
                .endPreStop()
                .endLifecycle()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Two would fetch everything twice and write over each other. */
    Deployment syncer() {
        var plain = pods.worker(SYNCER, 1, cortex.getSpec().deployment(), reads(), "cortex", SYNCER);
        return new DeploymentBuilder(plain)
                .editSpec()
                .withNewStrategy()
                .withType("Recreate")
                .endStrategy()
                .endSpec()
                .build();
    }

    private static Probe asks(int period, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(ALIVE)
                .withNewPort(ApiFront.PORT)
                .endHttpGet()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }
}
