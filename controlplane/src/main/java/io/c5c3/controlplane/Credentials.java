package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.KeptStep;
import io.c5c3.engine.step.SequenceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Users and passwords for databases and queues, one per service, made once; the service's own operator makes the user. */
record Credentials(ControlPlane plane) {

    private static final List<String> PASSWORD = List.of("password");

    Step step(boolean delete) {
        var services = plane.getSpec().services();
        var steps = new ArrayList<Step>();
        database(steps, services.keystone().enabled(), "keystone", delete);
        database(steps, services.glance().enabled(), "glance", delete);
        database(steps, services.placement().enabled(), "placement", delete);
        database(steps, services.neutron().enabled(), "neutron", delete);
        database(steps, services.nova().enabled(), "nova", delete);
        database(steps, services.cinder().enabled(), "cinder", delete);
        queue(steps, services.neutron().enabled(), "neutron", delete);
        queue(steps, services.nova().enabled(), "nova", delete);
        queue(steps, services.cinder().enabled(), "cinder", delete);
        return new SequenceStep(steps.toArray(Step[]::new));
    }

    private static void database(List<Step> steps, boolean enabled, String service, boolean delete) {
        var login = new GeneratedSecretStep(service + "-db-credentials", Map.of("username", service), PASSWORD, delete);
        add(steps, login, enabled);
    }

    private static void queue(List<Step> steps, boolean enabled, String service, boolean delete) {
        var login = new GeneratedSecretStep(
                service + "-rabbitmq-credentials", Map.of("username", service, "vhost", service), PASSWORD, delete);
        add(steps, login, enabled);
    }

    /** A service that is switched off again keeps its login, for as long as there is the plane: both go together, if it says so. */
    private static void add(List<Step> steps, GeneratedSecretStep login, boolean enabled) {
        steps.add(enabled ? login : new KeptStep(login));
    }
}
