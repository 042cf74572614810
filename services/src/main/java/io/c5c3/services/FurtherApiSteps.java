package io.c5c3.services;

import io.c5c3.api.catalogue.FurtherApi;
import io.c5c3.api.common.ApiPart;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Tls;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.RouteStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import java.util.ArrayList;
import java.util.Collection;

/**
 * What there is to do for an API of a service beside its first: pods, a Service and ways in of its own. Its certificate, and all that its pods
 * read, are the service's.
 */
record FurtherApiSteps(ApiSteps steps, FurtherApi api, ApiPart wish) {

    private String name() {
        return api.name(steps.name());
    }

    ApiFront front(String namespace, Tls tls) {
        return new ApiFront(
                name(),
                namespace,
                steps.pods().labels(api.part()),
                steps.pods().selector(api.part()),
                api.port(),
                tls.enabled(),
                wish.exposure());
    }

    private ApiScaling scaling() {
        return ApiScaling.fixed(
                name(), steps.pods().labels(api.part()), steps.pods().selector(api.part()), wish.replicas());
    }

    /**
     * All of it: what leads to it comes before it is asked whether it is well.
     *
     * @param common how the pods of the service are placed that say nothing else
     * @param secrets those whose change rolls the pods
     */
    Step step(ApiFront front, Pods common, String module, String healthy, Reads reads, Collection<String> secrets) {
        var deployment = steps.pods()
                .placed(wish.deployment().or(common))
                .api(
                        api.part(),
                        scaling(),
                        steps.server(module, api.port(), healthy),
                        reads.with(steps.certificateFiles()));
        var all = new ArrayList<Step>();
        all.add(steps.workload(deployment, front, scaling(), secrets));
        if (!front.ingress().isEmpty()) {
            all.add(new ObjectsStep(
                    front.ingress(), "IngressApplied", "Ingress/" + front.name() + " leads to the API."));
        }
        if (!front.route().isEmpty()) {
            all.add(new RouteStep(front.route()));
        }
        all.add(
                wish.replicas() == 0
                        ? new VerdictStep(Outcome.waiting(
                                "NoReplicas", api.part() + ".replicas: 0 asks for no pods, so nobody answers."))
                        : steps.health(front, healthy));
        return new SequenceStep(all);
    }
}
