package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Digest;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something to be seen to in the cluster, by somebody with the right to. It is done when anything we know of has changed, and from time to
 * time in case somebody else has changed it.
 *
 * @param admin the Secret to log in with
 * @param what it is about, unique in the resource
 * @param results the Secrets it writes: if one is lost or changed, it is done again
 * @param wish all that decides what is done
 */
record AdminTask(String admin, String what, List<String> results, Object wish) {

    private static final Duration LIFE = Duration.ofMinutes(5);

    interface Action {
        /** Returns what stands in the way, if anything does. */
        Optional<Outcome> run(Ceph ceph, CephLogin login) throws CephFailure;
    }

    Outcome run(Work work, Outcome.Done done, Action action) {
        return switch (new CephSecret(work.namespace(), admin).read(work)) {
            case CephSecret.Unusable problem -> problem.outcome();
            case CephSecret.Usable usable -> run(work, usable.login(), done, action);
        };
    }

    private Outcome run(Work work, CephLogin login, Outcome.Done done, Action action) {
        var recently = work.port(Recently.class);
        var subject = "ceph " + what + " of " + work.namespace() + "/" + Ref.of(work.owner());
        var holds = recently.holds(subject, state(work), work.now(), LIFE);
        if (holds.isPresent()) {
            return done.again(holds.get());
        }
        try {
            var problem = action.run(work.port(Ceph.class), login);
            if (problem.isPresent()) {
                return problem.get();
            }
        } catch (CephFailure e) {
            return CephConnectedStep.failed(login, e);
        }
        recently.checked(subject, state(work), work.now());
        return done.again(LIFE);
    }

    private String state(Work work) {
        var secrets = new ArrayList<>(results);
        secrets.add(admin);
        // A cluster that has begun anew knows nothing of what was done in the one before.
        var founded = work.find(ConfigMap.class, Founding.of(work.owner())).map(ConfigMap::getData);
        return Digest.of(Map.of("wish", wish, "secrets", work.digest(secrets), "founded", founded.orElse(Map.of())));
    }
}
