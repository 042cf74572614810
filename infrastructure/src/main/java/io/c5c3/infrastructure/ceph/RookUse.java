package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * Whether a pool or a user of Rook may be used: what was made for the resource always, what a person made if a grant names it, and what
 * was made for another resource never. So a grant of a whole kind is no key to what is there already.
 */
final class RookUse {

    private RookUse() {}

    /** What stands in the way, if anything does. */
    static Optional<Outcome> refused(Work work, Elsewhere way, Class<? extends HasMetadata> kind) {
        return way.closed()
                .or(() ->
                        way.find(kind).filter(found -> !work.owns(found)).flatMap(found -> foreign(work, way, found)));
    }

    private static Optional<Outcome> foreign(Work work, Elsewhere way, HasMetadata found) {
        var maker = Owner.on(found);
        if (maker.isPresent()) {
            return Optional.of(Outcome.taken(
                            way.target() + " in the namespace " + way.target().namespace(), maker.get(), work.self())
                    .on(way.target()));
        }
        return way.isNamed()
                ? Optional.empty()
                : Optional.of(Outcome.waiting(
                                "ReferenceNotGranted",
                                way.target() + " in the namespace "
                                        + way.target().namespace()
                                        + " was not made for this resource, and may hold what is not its business:"
                                        + " write another name, or let the ReferenceGrant there say name: "
                                        + way.target().name() + ".")
                        .on(way.target()));
    }
}
