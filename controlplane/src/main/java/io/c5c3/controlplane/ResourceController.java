package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.step.VerdictStep;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;

/** The OpenStack resource controller (K-ORC), which no plane has yet: one that asks for it is told so, and is a cloud all the same. */
final class ResourceController {

    private static final String CONDITION = "KORCReady";

    private ResourceController() {}

    static Plan toldIn(Plan plan, ControlPlane.Korc korc) {
        if (!korc.enabled()) {
            return plan;
        }
        var entries = new ArrayList<>(plan.entries());
        entries.add(new Plan.Entry(CONDITION, new VerdictStep(refusal(korc)), Set.of(), false));
        return new Plan(entries, plan.status());
    }

    private static Outcome refusal(ControlPlane.Korc korc) {
        var imported = korc.bootstrapResources().stream().map(Enum::name).collect(Collectors.joining(", "));
        return Outcome.mistake(
                "NotSupported",
                "spec.korc.enabled asks for K-ORC, which the operator does not work with yet: it keeps Keystone's catalogue"
                        + " and logins itself, and "
                        + (imported.isEmpty() ? "nothing" : "none of " + imported)
                        + " becomes a resource of K-ORC. Write korc.enabled: false; the cloud is complete without it.");
    }
}
