package io.c5c3.engine.kube;

import io.c5c3.api.common.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;

/**
 * An API behind nginx, as two containers of one pod: nginx ends the encryption, shows pages and leads to the API, which listens to nobody
 * else. What nginx leads where is in files.
 *
 * @param alive a path that the API answers without a log line, for the probes, which come by nginx
 * @param behind what runs the API
 */
public record WebServer(int port, boolean tls, String alive, List<String> behind) {

    public WebServer {
        behind = List.copyOf(behind);
    }

    /** It knows no secret but the certificate's. */
    public Container front(String image, Pods settings, List<VolumeMount> mounts) {
        return new ApiContainer(port, tls, alive)
                .named("nginx", image, settings)
                // Without it, nginx first looks for a log of its own in a folder that is not there.
                .withCommand("nginx", "-e", "stderr")
                .withResources(Requests.of("10m", "32Mi"))
                .withVolumeMounts(mounts)
                .build();
    }

    public Container behind(String image, Pods settings, List<EnvVar> env, List<VolumeMount> mounts) {
        return new ContainerBuilder()
                .withName("api")
                .withImage(image)
                .withCommand(behind)
                .withEnv(env)
                .withResources(Requests.unless(settings.resources(), "20m", "256Mi"))
                .withLifecycle(ApiContainer.leaving(settings))
                .withVolumeMounts(mounts)
                .build();
    }
}
