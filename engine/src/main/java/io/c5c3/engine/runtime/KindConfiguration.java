package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.dependent.DependentResourceSpec;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How JOSDK is to run one kind. It usually reads this from the type of a reconciler class; here one class serves all kinds, so it is told.
 */
final class KindConfiguration<R extends CustomResource<?, ?>> implements ControllerConfiguration<R> {

    private static final long FIRST_RETRY_MILLIS = 500;
    private static final long LONGEST_RETRY_MILLIS = 60_000;

    private final Blueprint<R> blueprint;
    private final ConfigurationService service;
    private final InformerConfiguration<R> informer;

    KindConfiguration(Blueprint<R> blueprint, ConfigurationService service) {
        this.blueprint = blueprint;
        this.service = service;
        OnUpdateFilter<R> meaningful = KindConfiguration::meaningful;
        this.informer = InformerConfiguration.builder(blueprint.kind())
                .withWatchAllNamespaces()
                .withOnUpdateFilter(meaningful)
                .buildForController();
    }

    /** A person's change: of the spec, of annotations (which ask for a key rotation, for one), or a deletion; never our own status. */
    private static <R extends CustomResource<?, ?>> boolean meaningful(R after, R before) {
        var a = after.getMetadata();
        var b = before.getMetadata();
        return !Objects.equals(a.getGeneration(), b.getGeneration())
                || !Objects.equals(a.getAnnotations(), b.getAnnotations())
                || !Objects.equals(a.getFinalizers(), b.getFinalizers())
                || !Objects.equals(a.getDeletionTimestamp(), b.getDeletionTimestamp());
    }

    @Override
    public String getName() {
        return blueprint.operator() + "-" + blueprint.kind().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public String getFinalizerName() {
        return io.fabric8.kubernetes.api.model.HasMetadata.getGroup(blueprint.kind()) + "/finalizer";
    }

    @Override
    public boolean isGenerationAware() {
        return false;
    }

    /** Of the finalizer only. An operator that makes resources for itself would otherwise take back all it wrote in them. */
    @Override
    public String fieldManager() {
        return "c5c3-" + blueprint.operator() + "-finalizer";
    }

    @Override
    public String getAssociatedReconcilerClassName() {
        return BlueprintReconciler.class.getName();
    }

    @Override
    public Class<R> getResourceClass() {
        return blueprint.kind();
    }

    @Override
    public InformerConfiguration<R> getInformerConfig() {
        return informer;
    }

    @Override
    public Retry getRetry() {
        return new GenericRetry()
                .setInitialInterval(FIRST_RETRY_MILLIS)
                .setMaxInterval(LONGEST_RETRY_MILLIS)
                .withoutMaxAttempts();
    }

    @Override
    public Optional<Duration> maxReconciliationInterval() {
        return Optional.of(Duration.ofMinutes(10));
    }

    @Override
    public ConfigurationService getConfigurationService() {
        return service;
    }

    @Override
    @SuppressWarnings("NullAway") // JOSDK's way of saying that there is none; we have no dependents
    public <C> C getConfigurationFor(DependentResourceSpec<?, R, C> spec) {
        return null;
    }
}
