package io.c5c3.controlplane;

import io.c5c3.api.catalogue.Need;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.KeptStep;
import io.c5c3.engine.step.SequenceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Users and passwords for databases and queues, one per service, made once; the service's own operator makes the user. */
record Credentials(Cloud cloud) {

    private static final List<String> PASSWORD = List.of("password");

    Step step() {
        var steps = new ArrayList<Step>();
        for (var service : OpenStackService.values()) {
            if (service.needs(Need.Database)) {
                steps.add(login(service, databaseSecret(service), Map.of("username", service.id())));
            }
            if (service.needs(Need.Queue)) {
                steps.add(
                        login(service, queueSecret(service), Map.of("username", service.id(), "vhost", service.id())));
            }
        }
        return new SequenceStep(steps);
    }

    /** A service that is switched off again keeps its login, for as long as there is the plane: both go together, if it says so. */
    private Step login(OpenStackService service, String secret, Map<String, String> fixed) {
        var login = new GeneratedSecretStep(secret, fixed, PASSWORD, cloud.deletes());
        return cloud.has(service) ? login : new KeptStep(login);
    }

    static String databaseSecret(OpenStackService service) {
        return service.id() + "-db-credentials";
    }

    static String queueSecret(OpenStackService service) {
        return service.id() + "-rabbitmq-credentials";
    }
}
