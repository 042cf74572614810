package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.services.ServiceAccess;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the scheduler hears from the volume services: whether each reaches its backend, and how much room there is. A pod that runs says
 * neither.
 *
 * @param backends by name: the Deployment of its volume service
 */
record BackendsStep(ServiceAccess access, Map<String, String> backends) implements Step {

    private static final String STATUS = "backends";
    static final String READY = "Ready";
    static final String DOWN = "Down";

    /** Volume services tell how much room there is once a minute. */
    private static final Duration LIFE = Duration.ofSeconds(60);

    private static final Duration RETRY = Duration.ofSeconds(2);

    BackendsStep {
        backends = new TreeMap<>(backends);
    }

    @Override
    public Outcome run(Work work) {
        if (backends.isEmpty()) {
            return Outcome.skipped("The resource names no backend.").found(STATUS, List.of());
        }
        var recently = work.port(Recently.class);
        var subject = Ref.of(work.owner()) + " " + STATUS;
        var state = state(work);
        var holds = recently.holds(subject, state, work.now(), LIFE);
        if (holds.isPresent() && told(work)) {
            return done(holds.get());
        }
        return access.ask(work, Volumes.class, (volumes, door) -> {
            var services = backends.keySet().stream().map(this::service).collect(Collectors.toSet());
            var pools = volumes.pools(door, services);
            var statuses = backends.keySet().stream()
                    .map(backend -> status(backend, pools))
                    .toList();
            var down = statuses.stream()
                    .filter(status -> DOWN.equals(status.get("status")))
                    .map(status -> String.valueOf(status.get("name")))
                    .toList();
            if (!down.isEmpty()) {
                return Outcome.waiting(
                                "BackendDown",
                                "The scheduler does not hear that these backends are well: " + String.join(", ", down)
                                        + ". Their volume services log why.")
                        .on(Ref.of(Deployment.class, work.namespace(), backends.getOrDefault(down.getFirst(), "")))
                        .retry(RETRY)
                        .found(STATUS, statuses);
            }
            recently.checked(subject, state, work.now());
            return done(LIFE).found(STATUS, statuses);
        });
    }

    /** What was heard may not have got into the status: the API server can refuse a write. */
    private boolean told(Work work) {
        return work.owner() instanceof Cinder cinder
                && cinder.getStatus() != null
                && cinder.getStatus().backends() != null
                && cinder.getStatus().backends().size() == backends.size();
    }

    /** Anything that happened to a volume service is a reason to ask again. */
    private String state(Work work) {
        var seen = new TreeMap<String, Object>();
        backends.forEach((backend, deployment) -> seen.put(
                backend,
                work.find(Deployment.class, deployment)
                        .map(Deployment::getStatus)
                        .map(DeploymentStatus::toString)
                        .orElse("")));
        return Digest.of(seen);
    }

    /** As cinder names a volume service. */
    private String service(String backend) {
        return access.name() + "@" + backend;
    }

    /** As in {@link Cinder.BackendStatus}, without what is not known. */
    private Map<String, Object> status(String backend, List<Volumes.Pool> all) {
        var pools = all.stream()
                .filter(pool -> pool.service().equals(service(backend)))
                .toList();
        var up = !pools.isEmpty() && pools.stream().allMatch(Volumes.Pool::up);
        var status = new TreeMap<String, Object>(Map.of("name", backend, "status", up ? READY : DOWN));
        var free =
                pools.stream().flatMapToDouble(pool -> pool.freeGb().stream()).toArray();
        if (free.length > 0) {
            status.put(
                    "availableCapacityGb", (long) Math.floor(Arrays.stream(free).sum()));
        }
        return status;
    }

    private Outcome done(Duration again) {
        return Outcome.done(
                        "BackendsReady", "The scheduler hears well of " + String.join(", ", backends.keySet()) + ".")
                .again(again);
    }
}
