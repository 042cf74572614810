package io.c5c3.controlplane.rotation;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.controlplane.CredentialRotation;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Another credential in the place of one, when it is time. */
public final class CredentialRotationBlueprint implements Blueprint<CredentialRotation> {

    @Override
    public Class<CredentialRotation> kind() {
        return CredentialRotation.class;
    }

    @Override
    public String operator() {
        return "c5c3";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(ConfigMap.class, Secret.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Twins.with(Stream.of(OpenStackService.values())
                .<Class<? extends HasMetadata>>map(OpenStackService::kind)
                .toList());
    }

    @Override
    public Plan plan(CredentialRotation rotation, Facts facts) {
        var spec = rotation.getSpec();
        var login = RotatedLogin.of(spec, facts);
        return Plan.builder()
                .step("CredentialFound", new LoginStep(spec.target(), spec.serviceRef(), login))
                .step(
                        "RotationScheduled",
                        new ScheduleStep(
                                login.flatMap(RotatedLogin::secret),
                                Optional.ofNullable(spec.schedule()),
                                Duration.ofDays(spec.gracePeriodDays()),
                                spec.paused(),
                                spec.reMint()),
                        "CredentialFound")
                .step("CredentialReady", new TurnStep(login), "RotationScheduled")
                .build();
    }
}
