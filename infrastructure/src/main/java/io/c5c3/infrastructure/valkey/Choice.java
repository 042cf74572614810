package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.openstack.Valkey.Provider;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import java.util.Optional;

/**
 * Who runs the servers. What was once chosen stays, whatever is installed later: the data is there.
 *
 * @param problem what only a person can mend
 */
record Choice(Provider provider, Optional<Outcome> problem) {

    static Choice of(Valkey valkey, Facts facts) {
        var status = valkey.getStatus();
        var before = Optional.ofNullable(status == null ? null : status.provider());
        var served = facts.serves(io.c5c3.api.foreign.Valkey.class);
        var written = valkey.getSpec().provider();
        var wanted = written == Provider.Auto ? before.orElse(served ? Provider.SAP : Provider.BuiltIn) : written;
        // Also while a change is refused: what is there must stay part of the plan, or it would be taken for left over.
        var provider = before.orElse(wanted);
        return new Choice(
                provider,
                changed(provider, wanted)
                        .or(() -> provider == Provider.SAP ? new SapServers(valkey).problem() : Optional.empty()));
    }

    private static Optional<Outcome> changed(Provider before, Provider wanted) {
        return before == wanted
                ? Optional.empty()
                : Optional.of(Outcome.mistake(
                        "ProviderChanged",
                        "The data is in servers of provider: " + before + ", and " + wanted
                                + " would begin with none: write provider: " + before
                                + " again, or make a new Valkey."));
    }

    String describe() {
        return provider == Provider.SAP ? "SAP's operator runs the servers." : "The operator runs the servers itself.";
    }
}
