package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * After a person has given up what was on a disk: groups that had no copy elsewhere begin with nothing. The cluster would look for them for
 * ever. Groups of which another disk has a copy are filled from there, which is why all disks must be up first.
 *
 * @param admin the Secret to log in with
 * @param set the StatefulSet of the disks
 * @param disks how many there must be
 */
record LostGroupsStep(String admin, String set, int disks) implements Step {

    /** It takes the cluster up to a minute to see that nobody has a group. */
    private static final Duration SEEN_BY_THEN = Duration.ofMinutes(3);

    private static final Duration SOON = Duration.ofSeconds(5);

    private String thing() {
        return new GivenUpDisks(set).thing();
    }

    @Override
    public Outcome run(Work work) {
        var since = Founding.noted(work, work.owner(), thing());
        if (since.isEmpty()) {
            return Outcome.skipped("No disk was given up.");
        }
        return switch (new CephSecret(work.namespace(), admin).read(work)) {
            case CephSecret.Unusable problem -> problem.outcome();
            case CephSecret.Usable usable -> begin(work, usable.login(), since.get());
        };
    }

    private Outcome begin(Work work, CephLogin login, String since) {
        try {
            var ceph = work.port(Ceph.class);
            var report = ceph.report(login);
            if (report.disksUp() < disks) {
                return Outcome.skipped("The disks are waited for.");
            }
            var begun = report.active() ? 0 : ceph.beginLostGroups(login);
            if (begun > 0) {
                return Outcome.waiting(
                                "GroupsBeginAnew",
                                begun + " placement groups, which were on given up disks only, begin with nothing.")
                        .retry(SOON);
            }
            if (report.active() && longAgo(work, since)) {
                Founding.forget(work, thing());
            }
            return Outcome.skipped("No group is known to be lost.");
        } catch (CephFailure e) {
            return CephConnectedStep.failed(login, e);
        }
    }

    private static boolean longAgo(Work work, String since) {
        try {
            return Instant.parse(since).plus(SEEN_BY_THEN).isBefore(work.now());
        } catch (DateTimeParseException e) {
            // Somebody has written into it, and must say it again.
            return true;
        }
    }
}
