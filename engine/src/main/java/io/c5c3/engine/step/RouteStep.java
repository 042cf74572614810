package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import java.util.List;
import java.util.Optional;

/** Routes below somebody's Gateway, and whether that Gateway takes them. */
public record RouteStep(List<HTTPRoute> routes) implements Step {

    public RouteStep {
        routes = List.copyOf(routes);
    }

    @Override
    public List<HasMetadata> objects() {
        return List.copyOf(routes);
    }

    @Override
    public Outcome run(Work work) {
        if (routes.isEmpty()) {
            return Outcome.skipped("The resource does not ask for an HTTPRoute.");
        }
        if (!work.serves(HTTPRoute.class)) {
            return Outcome.failed(
                    "GatewayAPINotInstalled",
                    "The cluster does not serve HTTPRoute (gateway.networking.k8s.io/v1): install a Gateway API"
                            + " controller, or take exposure.gateway out of the spec.");
        }
        var verdicts = routes.stream()
                .map(route -> verdict(work.apply(Copies.of(route))))
                .toList();
        return verdicts.stream()
                .filter(verdict -> !verdict.succeeded())
                .findFirst()
                .orElse(verdicts.getFirst());
    }

    private static Outcome verdict(HTTPRoute there) {
        var ref = Ref.of(there);
        var said = accepted(there);
        if (said.isEmpty()) {
            return Outcome.waiting("HTTPRoutePending", "No Gateway has said yet whether it takes " + ref + ".")
                    .on(ref);
        }
        return "True".equals(said.get().getStatus())
                ? Outcome.done("HTTPRouteAccepted", "The Gateway takes " + ref + ".")
                : Outcome.waiting(
                                "HTTPRouteNotAccepted",
                                "The Gateway refuses " + ref + ": " + said.get().getMessage())
                        .on(ref);
    }

    private static Optional<Condition> accepted(HTTPRoute route) {
        if (route.getStatus() == null || route.getStatus().getParents() == null) {
            return Optional.empty();
        }
        return route.getStatus().getParents().stream()
                .flatMap(parent -> parent.getConditions().stream())
                .filter(condition -> "Accepted".equals(condition.getType()))
                .findFirst();
    }
}
