package io.c5c3.services.neutron;

import io.c5c3.api.common.Workers;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.c5c3.services.TokenCache;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What runs for a Neutron in the control plane, and with which keys and passwords.
 *
 * @param ovn where the networks are made; none without it
 */
record NeutronPods(
        Neutron neutron,
        ApiSteps steps,
        ServiceConfig config,
        ServiceLogin login,
        ServiceMessaging messaging,
        Optional<OvnPlace> ovn) {

    Step api() {
        var server = steps.server("neutron.wsgi.api", "/healthcheck");
        var reads = steps.cache()
                .in(reads(), TokenCache.TOKENS)
                .with(Variable.of("UWSGI_INI", NeutronConfig.FOLDER + "/" + NeutronConfig.WSGI));
        return steps.workload(steps.api(server, reads), secrets());
    }

    /** One of the parts that nobody connects to. */
    Step worker(String part, Workers wish, String command) {
        var placement = wish.pods(neutron.getSpec().deployment());
        var reads = reads().with(steps.certificateFiles());
        return steps.worker(steps.pods().worker(part, wish.replicas(), placement, reads, command), secrets());
    }

    /** The Secrets that pods read when they start, besides the database's. */
    private Set<String> secrets() {
        var secrets = new HashSet<>(Set.of(login.secret(), messaging.secret()));
        ovn.flatMap(OvnPlace::secret).ifPresent(secrets::add);
        return secrets;
    }

    /**
     * On the way to another release the tables are only widened, so that pods of both can work with them. What the old release alone needs
     * goes once none of its pods is left: the task is then another one, and runs again.
     */
    Task databaseSync() {
        return steps.pods()
                .task(
                        "db-sync",
                        Reads.of(steps.databaseFiles(config), NeutronConfig.FOLDER)
                                .database("database", steps.database().connection()),
                        steps.databaseMark(),
                        "neutron-db-manage",
                        "--config-file",
                        NeutronConfig.FOLDER + "/" + NeutronConfig.FILE,
                        "upgrade",
                        steps.upgrading() ? "--expand" : "heads");
    }

    private Reads reads() {
        var reads = Reads.of(steps.files(config), NeutronConfig.FOLDER)
                .with(Variable.of("OS_NEUTRON_CONFIG_FILES", NeutronConfig.FOLDER + "/" + NeutronConfig.FILE))
                .database("database", steps.database().connection())
                .with(messaging.env())
                .with(messaging.files())
                .with(login.env("nova", "placement"))
                .withScratch("state", NeutronConfig.STATE);
        return ovn.map(place -> reads.with(place.certificate()).with(place.founded()))
                .orElse(reads);
    }
}
