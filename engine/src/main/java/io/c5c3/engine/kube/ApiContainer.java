package io.c5c3.engine.kube;

import io.c5c3.api.common.Pods;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.LifecycleBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.util.Objects;

/**
 * The container of an API's pod that the Service leads to: its port, how it is asked whether it answers, and how it leaves.
 *
 * @param alive a path that answers without a log line, for the probes
 */
record ApiContainer(int port, boolean tls, String alive) {

    /** How long a stopping pod still serves, so that everybody has heard it goes before it does. */
    private static final long LEAVE = 5;

    ContainerBuilder named(String name, String image, Pods settings) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(image)
                .addNewPort()
                .withName(ApiFront.PORT)
                .withContainerPort(port)
                .withProtocol("TCP")
                .endPort()
                // The first answer is waited for closely, since everything else waits for it; afterwards nobody is in a
                // hurry.
                .withStartupProbe(asks(1, 180))
                .withReadinessProbe(asks(2, 3))
                .withLivenessProbe(listens())
                .withLifecycle(leaving(settings));
    }

    /** Also for what stands behind it in the same pod, which must not go first. */
    static Lifecycle leaving(Pods settings) {
        return new LifecycleBuilder()
                .withNewPreStop()
                .withNewSleep(Objects.requireNonNullElse(settings.preStopSleepSeconds(), LEAVE))
                .endPreStop()
                .build();
    }

    private Probe asks(int period, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(alive)
                .withNewPort(ApiFront.PORT)
                .withScheme(tls ? "HTTPS" : "HTTP")
                .endHttpGet()
                .withInitialDelaySeconds(1)
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }

    /** Asks for no answer: a pod that waits for a slow database is not mended by a restart. */
    private static Probe listens() {
        return new ProbeBuilder()
                .withNewTcpSocket()
                .withNewPort(ApiFront.PORT)
                .endTcpSocket()
                .withPeriodSeconds(20)
                .withTimeoutSeconds(10)
                .withFailureThreshold(6)
                .build();
    }
}
