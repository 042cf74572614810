package io.c5c3.services.cortex;

import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.cortex.Cortex.Domain;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.http.HttpProbe;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether every pipeline takes questions at the place where its service asks them. A look (GET) is not a question (POST): a pipeline that
 * is there refuses it as the wrong way to ask, and one that is not is not found. So it is seen, and nothing is decided.
 *
 * @param service whose address is asked
 * @param host the name it is known by
 */
record PipelinesStep(String service, String host, List<Domain> pipelines) implements Step {

    private static final Duration WHILE_WELL = Duration.ofSeconds(60);
    private static final Duration WHILE_ILL = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;
    private static final int FIRST_FAULT = 500;

    PipelinesStep {
        pipelines = List.copyOf(pipelines);
    }

    static String path(Domain domain) {
        return "/scheduler/" + domain.name() + "/external";
    }

    @Override
    public Outcome run(Work work) {
        if (pipelines.isEmpty()) {
            return Outcome.mistake(
                    "NoPipelines",
                    "Nobody is served: enable one of pipelines.nova, pipelines.cinder, pipelines.manila.");
        }
        var ref = Ref.of(Service.class, work.namespace(), service);
        var address = work.find(Service.class, service)
                .map(found -> found.getSpec().getClusterIP())
                .orElse("");
        var active = new ArrayList<String>();
        var silent = new ArrayList<String>();
        for (var domain : pipelines) {
            answer(work, address, domain)
                    .ifPresentOrElse(
                            problem -> silent.add(domain + " (" + problem + ")"), () -> active.add(domain.name()));
        }
        var outcome = silent.isEmpty()
                ? Outcome.done("PipelinesActive", "Questions are taken for " + String.join(", ", active) + ".")
                        .again(WHILE_WELL)
                : Outcome.waiting("PipelinesNotActive", "No questions are taken for " + String.join(", ", silent) + ".")
                        .on(ref)
                        .retry(WHILE_ILL);
        return outcome.found("activePipelines", active);
    }

    /** What is wrong with a pipeline, if anything is. */
    private Optional<String> answer(Work work, String address, Domain domain) {
        var target = new HttpProbe.Target(address, Cortex.PORT, host, path(domain), false, Optional.empty());
        try {
            var status = work.port(HttpProbe.class).get(target);
            return status == NOT_FOUND || status >= FIRST_FAULT
                    ? Optional.of(target + " answers with status " + status)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(target + " cannot be reached: " + e.getMessage());
        }
    }
}
