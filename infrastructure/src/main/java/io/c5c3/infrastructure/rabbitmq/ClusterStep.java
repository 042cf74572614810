package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.TreeSet;

/** Whether all servers are one cluster. Pods can be ready and yet know nothing of each other. */
record ClusterStep(RabbitMQ rabbitmq) implements Step {

    private static final Duration SOON = Duration.ofSeconds(2);

    @Override
    public Outcome run(Work work) {
        var names = new ServerNames(rabbitmq);
        var count = names.pods().size();
        if (count == 1) {
            return Outcome.skipped("One server needs no cluster.");
        }
        var login = AdminLogin.of(work, rabbitmq);
        if (login.isEmpty()) {
            return Outcome.waiting("WaitingForServer", "The way to the servers is gone.")
                    .on(Ref.of(Secret.class, work.namespace(), AdminLogin.secret(rabbitmq)));
        }
        try {
            var absent = work.port(Broker.class).absent(login.get(), new TreeSet<>(names.pods()));
            if (absent.isEmpty()) {
                return Outcome.done("ClusterComplete", "All " + count + " servers are one cluster.");
            }
            var first = absent.stream().sorted().findFirst().orElseThrow();
            return Outcome.waiting(
                            "ClusterIncomplete",
                            (count - absent.size()) + " of " + count + " servers are one cluster; "
                                    + String.join(", ", new TreeSet<>(absent))
                                    + " not. If Pod/" + first
                                    + " is ready all the same, it founded a cluster of its own: delete"
                                    + " PersistentVolumeClaim/"
                                    + ServerNames.VOLUME + "-" + first + " and the pod, and it joins the others.")
                    .retry(SOON);
        } catch (BrokerFailure e) {
            return Outcome.waiting("WaitingForServer", "Service/" + names.client() + ": " + e.getMessage() + ".")
                    .retry(SOON);
        }
    }
}
