package io.c5c3.engine;

import io.c5c3.api.controlplane.ReferenceGrant;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which objects of another namespace a resource may refer to, as the ReferenceGrants of that namespace say. */
public record Grants(Owner from, List<ReferenceGrant> there) {

    /** Whether some grant covers the object, by its name or with all of its kind. */
    boolean allow(Ref target) {
        return covered(target, false);
    }

    /** Whether some grant names the object itself. */
    boolean name(Ref target) {
        return covered(target, true);
    }

    private boolean covered(Ref target, boolean byName) {
        return inForce(there)
                .anyMatch(spec -> spec.from().stream().anyMatch(this::isUs)
                        && spec.to().stream().anyMatch(to -> isIt(to, target, byName)));
    }

    /** The namespaces from which resources may refer to an object, as the grants beside it say. */
    public static Set<String> guests(Ref target, List<ReferenceGrant> beside) {
        return inForce(beside)
                .filter(spec -> spec.to().stream().anyMatch(to -> isIt(to, target, false)))
                .flatMap(spec -> spec.from().stream())
                .map(ReferenceGrant.From::namespace)
                .filter(namespace -> !namespace.equals(target.namespace()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<ReferenceGrant.Spec> inForce(List<ReferenceGrant> grants) {
        return grants.stream()
                .filter(grant -> grant.getMetadata().getDeletionTimestamp() == null)
                .map(ReferenceGrant::getSpec)
                .filter(Objects::nonNull);
    }

    private boolean isUs(ReferenceGrant.From who) {
        return from.group().equals(who.group())
                && from.kind().equals(who.kind())
                && from.namespace().equals(who.namespace());
    }

    private static boolean isIt(ReferenceGrant.To to, Ref target, boolean byName) {
        var name = to.name();
        return to.group().equals(group(target))
                && to.kind().equals(target.kind())
                && (name == null ? !byName : name.equals(target.name()));
    }

    private static String group(Ref target) {
        var slash = target.apiVersion().indexOf('/');
        return slash < 0 ? "" : target.apiVersion().substring(0, slash);
    }

    /** What to say without a grant: what somebody there has to apply. */
    Outcome missing(Ref target) {
        return Outcome.waiting(
                        "ReferenceNotGranted",
                        target + " is in the namespace " + target.namespace() + ", and no ReferenceGrant there lets "
                                + from.kind() + "s of the namespace " + from.namespace()
                                + " refer to it. Whoever owns it allows that with kubectl apply of " + text(target))
                .on(Ref.of(ReferenceGrant.class, target.namespace(), from.namespace()));
    }

    /** In JSON, which is YAML too, and fits on a line. */
    private String text(Ref target) {
        return """
            {"apiVersion": "%s", "kind": "ReferenceGrant", "metadata": {"name": "%s", "namespace": "%s"}, \
            "spec": {"from": [{"group": "%s", "kind": "%s", "namespace": "%s"}], \
            "to": [{"group": "%s", "kind": "%s", "name": "%s"}]}}\
            """.formatted(
                        HasMetadata.getApiVersion(ReferenceGrant.class),
                        from.namespace(),
                        target.namespace(),
                        from.group(),
                        from.kind(),
                        from.namespace(),
                        group(target),
                        target.kind(),
                        target.name());
    }
}
