package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodReadiness;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A disk that comes with an empty volume may begin with nothing if the cluster says that everything is there without it: the others fill it.
 * If they do not have everything, its data is lost, and that is for a person to say.
 *
 * @param admin the Secret to log in with
 * @param set the StatefulSet of the disks
 * @param disks how many there are
 */
record RefillStep(String admin, String set, int disks) implements Step {

    /** What the cluster says of its groups is some seconds old: they must be well for longer than that while the disk is away. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private static final Duration SOON = Duration.ofSeconds(10);

    @Override
    public Outcome run(Work work) {
        for (var number = 0; number < disks; number++) {
            var outcome = refill(work, number);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return Outcome.skipped("No disk is empty that was not.");
    }

    private Optional<Outcome> refill(Work work, int number) {
        var name = set + "-" + number;
        var pod = work.find(Pod.class, name);
        if (pod.filter(PodReadiness::isReady).isPresent()) {
            Founding.forget(work, FoundingFiles.spared(name));
            Founding.forget(work, seen(name));
            return Optional.empty();
        }
        if (pod.filter(found -> PodTrouble.endedWith(found, FoundingFiles.REFUSAL))
                .isEmpty()) {
            return Optional.empty();
        }
        var spared =
                Founding.noted(work, work.owner(), FoundingFiles.spared(name)).isPresent();
        if (!spared && !isSpared(work, number)) {
            Founding.forget(work, seen(name));
            return Optional.empty();
        }
        if (spared || isOld(work, name)) {
            Founding.note(work, FoundingFiles.spared(name), now(work).toString());
            Founding.forget(work, seen(name));
            // It has refused, and would be tried again later and later.
            work.find(StatefulSet.class, set).ifPresent(there -> work.restart(pod.get(), there));
        }
        return Optional.of(Outcome.waiting(
                        "DiskIsRefilled",
                        "The volume of " + Ref.of(pod.get())
                                + " is empty, and the other disks have everything that was on it: it begins with"
                                + " nothing, and they fill it.")
                .on(Ref.of(pod.get()))
                .retry(SOON));
    }

    /** Under which it is written down since when everything was seen to be there without it. */
    private static String seen(String pod) {
        return pod + "-not-missed";
    }

    private boolean isOld(Work work, String pod) {
        var since = Founding.noted(work, work.owner(), seen(pod)).flatMap(RefillStep::instant);
        if (since.isEmpty()) {
            Founding.note(work, seen(pod), now(work).toString());
        }
        return since.filter(then -> !then.plus(LONG_ENOUGH).isAfter(work.now())).isPresent();
    }

    private static Instant now(Work work) {
        return work.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            // Somebody has written into it: it is looked at anew.
            return Optional.empty();
        }
    }

    private boolean isSpared(Work work, int number) {
        try {
            return new CephSecret(work.namespace(), admin).read(work) instanceof CephSecret.Usable(var login)
                    && work.port(Ceph.class).spares(login, number);
        } catch (CephFailure e) {
            // Who cannot be asked has not said yes.
            return false;
        }
    }
}
