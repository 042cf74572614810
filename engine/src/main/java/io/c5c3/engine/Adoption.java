package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a person has allowed a resource to take over: things outside of Kubernetes that nobody has a record of, or that are another's who is
 * named. Several are separated by commas.
 */
public record Adoption(List<Permit> permits) {

    /** On the resource that is to have the thing: {@code database/nova_api}, or {@code database/nova_api from Nova/nova}. */
    public static final String ANNOTATION = "c5c3.io/adopt";

    private static final Pattern PERMIT = Pattern.compile("(?<thing>.+?)(\\s+from\\s+(?<from>\\S+))?");

    /** @param from Kind/name in the same namespace, or Kind/namespace/name */
    public record Permit(String thing, Optional<String> from) {}

    public Adoption {
        permits = List.copyOf(permits);
    }

    public static Adoption of(HasMetadata resource) {
        var annotations = resource.getMetadata().getAnnotations();
        var text = annotations == null ? "" : annotations.getOrDefault(ANNOTATION, "");
        return new Adoption(Arrays.stream(text.split("[,\n]"))
                .map(String::strip)
                .map(PERMIT::matcher)
                .filter(permit -> permit.matches())
                .map(permit -> new Permit(permit.group("thing"), Optional.ofNullable(permit.group("from"))))
                .toList());
    }

    /** Whether the resource may have a thing that is there and has no record. */
    public boolean ofNobody(Thing thing) {
        return permits.stream().anyMatch(permit -> permit.thing().equals(thing.toString()));
    }

    /** Whether it may have what has been this owner's so far. */
    public boolean from(Owner owner, String namespace, Thing thing) {
        var near = owner.kind() + "/" + owner.name();
        var far = owner.kind() + "/" + owner.namespace() + "/" + owner.name();
        return permits.stream()
                .filter(permit -> permit.thing().equals(thing.toString()))
                .flatMap(permit -> permit.from().stream())
                .anyMatch(from -> from.equals(far) || (from.equals(near) && namespace.equals(owner.namespace())));
    }
}
