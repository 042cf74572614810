package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.kube.PodTrouble;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.local.image.Images;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A pod beside a control plane in which the openstack command is installed and logged in. */
public final class ClientPod {
    public static final String NAME = "openstack-client";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private ClientPod() {}

    /** The Secret that the operator writes a plane's logins to. */
    public static String secret(String plane) {
        return plane + "-clouds-yaml";
    }

    public static GenericKubernetesResource deployment(String namespace, String plane) {
        var yaml = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: openstack-client
              namespace: %1$s
              labels: &labels
                app.kubernetes.io/name: openstack-client
                app.kubernetes.io/part-of: cobaltcore
                app.kubernetes.io/managed-by: c5c3-cli
            spec:
              replicas: 1
              selector:
                matchLabels:
                  app.kubernetes.io/name: openstack-client
              template:
                metadata:
                  labels: *labels
                spec:
                  automountServiceAccountToken: false
                  enableServiceLinks: false
                  terminationGracePeriodSeconds: 1
                  # Kubernetes would leave it on a node that is lost for five minutes, in which nobody can ask what is wrong.
                  tolerations:
                    - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 10}
                    - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 10}
                  securityContext:
                    runAsNonRoot: true
                    runAsUser: 42424
                    runAsGroup: 42424
                    fsGroup: 42424
                    seccompProfile:
                      type: RuntimeDefault
                  containers:
                    - name: openstack
                      image: %3$s
                      imagePullPolicy: IfNotPresent
                      command: [sleep, infinity]
                      env:
                        - name: OS_CLOUD
                          value: openstack
                        - name: HOME
                          value: /tmp
                      resources:
                        requests:
                          cpu: 10m
                          memory: 32Mi
                      securityContext:
                        allowPrivilegeEscalation: false
                        readOnlyRootFilesystem: true
                        capabilities:
                          drop: [ALL]
                      volumeMounts:
                        - name: clouds
                          mountPath: /etc/openstack
                          readOnly: true
                        - name: tmp
                          mountPath: /tmp
                  volumes:
                    - name: clouds
                      secret:
                        secretName: %2$s
                    - name: tmp
                      emptyDir: {}
            """.formatted(namespace, secret(plane), Images.reference("openstackclient"));
        return Documents.parse(yaml, NAME).getFirst();
    }

    /** Makes it unless it is there, and returns when it is ready; fails while there is nobody to log in as. */
    public static void prepare(KubernetesClient client, Kinds kinds, String namespace, String plane) {
        if (client.secrets().inNamespace(namespace).withName(secret(plane)).get() == null) {
            throw new Failure("There is no login yet: Secret/" + secret(plane)
                    + " comes when Keystone is ready. './c5c3 why' tells what it waits for.");
        }
        var live =
                new Applier(client, kinds).apply(deployment(namespace, plane)).live();
        // Nearly always it is: no need to ask again.
        if (!DeploymentRollout.of(live).complete()) {
            awaitReady(client, namespace);
        }
    }

    public static void awaitReady(KubernetesClient client, String namespace) {
        try {
            client.apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withName(NAME)
                    .waitUntilCondition(
                            found -> found != null && Rollout.of(found).complete(),
                            LIMIT.toSeconds(),
                            TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            var pods = client.pods()
                    .inNamespace(namespace)
                    .withLabels(Map.of("app.kubernetes.io/name", NAME))
                    .list()
                    .getItems();
            var trouble = PodTrouble.worst(pods).map(PodTrouble::message).orElse("it is still starting");
            throw new Failure(
                    "The client pod does not run: " + trouble + ". './c5c3 why Deployment/" + NAME + " -n " + namespace
                            + "' tells more.",
                    e);
        }
    }

    /** Runs the openstack command in it, and returns its exit code. */
    public static int run(Kubectl kubectl, String namespace, boolean terminal, List<String> arguments) {
        var words = new java.util.ArrayList<>(List.of("--namespace", namespace, "exec", terminal ? "-it" : "-i"));
        words.addAll(List.of("deployment/" + NAME, "--", "openstack"));
        words.addAll(arguments);
        return kubectl.exec(words);
    }
}
