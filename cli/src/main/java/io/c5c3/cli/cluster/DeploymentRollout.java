package io.c5c3.cli.cluster;

import io.c5c3.engine.kube.Rollout;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;

/**
 * How far a Deployment has come, without a look at its pods' template: to learn the hundreds of classes that a template may be made of takes
 * a program that has just started longer than all else it does.
 */
final class DeploymentRollout {
    private DeploymentRollout() {}

    static Rollout of(GenericKubernetesResource deployment) {
        var status = deployment.get("status");
        return Rollout.of(new DeploymentBuilder()
                .withMetadata(deployment.getMetadata())
                .withNewSpec()
                .withReplicas(deployment.get("spec", "replicas"))
                .endSpec()
                .withStatus(
                        status == null ? null : Documents.SERIALIZATION.convertValue(status, DeploymentStatus.class))
                .build());
    }
}
