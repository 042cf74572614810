package io.c5c3.engine;

import io.c5c3.engine.cluster.Standing;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an administrator says of a namespace: that operators work in it, and that their pods may reach for the node. Both are labels of the
 * Namespace, which nobody can set whose rights end inside of it.
 */
public final class Enrolment {

    /** On a Namespace: {@code true} where operators read and write Secrets, workloads and all else; RoleBindings there let them. */
    public static final String LABEL = "c5c3.io/enrolled";

    /** On a Namespace: {@code true} where pods may be privileged or use what is the node's. */
    public static final String PRIVILEGED = "c5c3.io/allow-privileged";

    /** There only while it is false. */
    static final String CONDITION = "Enrolled";

    private Enrolment() {}

    /** Why nothing can be done in a namespace that is not open, and what helps. */
    public static Outcome why(String namespace, Standing standing) {
        if (standing.ending()) {
            return Outcome.waiting("NamespaceEnding", "The namespace " + namespace + " is being deleted.");
        }
        return switch (standing.state()) {
            case OPEN -> Outcome.done("NamespaceEnrolled", "The namespace " + namespace + " is enrolled.");
            case FILLING -> Outcome.waiting("CacheFilling", "The namespace " + namespace + " is being read.");
            case NOT_ENROLLED ->
                Outcome.mistake(
                        "NamespaceNotEnrolled",
                        "The namespace " + namespace + " is not enrolled, so nothing is read or made there. Enrol it: "
                                + command(namespace));
            case NO_RIGHTS ->
                Outcome.mistake(
                        "NamespaceNotEnrolled",
                        "The namespace " + namespace
                                + " is labelled as enrolled, but the operator's RoleBinding is missing there. Complete"
                                + " it: "
                                + command(namespace));
        };
    }

    /** The steps of which the resource tells. Where there are none, no look ever came to its plan, and nothing is to be taken down. */
    static Stream<String> workedOn(HasMetadata resource) {
        return Conditions.of(resource).stream()
                .map(Condition::getType)
                .filter(type -> !Set.of(Conditions.READY, Conditions.STALLED, Planning.CONDITION, CONDITION)
                        .contains(type));
    }

    private static String command(String namespace) {
        return "'./c5c3 enroll " + namespace + "', or watchNamespaces of the chart.";
    }

    static Outcome.Failed privilegedNotAllowed(String namespace, Ref workload, List<String> wishes) {
        return Outcome.mistake(
                "PrivilegedNotAllowed",
                workload + " reaches for the node (" + String.join(", ", wishes)
                        + "), which the namespace " + namespace + " does not allow. An administrator can allow it: "
                        + "'./c5c3 enroll " + namespace + " --privileged', or kubectl label namespace " + namespace
                        + " "
                        + PRIVILEGED + "=true.");
    }
}
