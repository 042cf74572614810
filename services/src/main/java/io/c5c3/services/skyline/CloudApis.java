package io.c5c3.services.skyline;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.services.ServiceLogin;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The APIs that pages speak with, by way of nginx: Keystone, and the services of the namespace that have answered once. When another one
 * comes, pods start again, which Skyline itself needs as well: it asks for the catalogue when it starts.
 *
 * @param addresses by the name that Skyline has for each
 * @param problem why they cannot be told, if so
 */
record CloudApis(SortedMap<String, String> addresses, Optional<Outcome> problem) {

    /** Nothing that has a meaning of its own where nginx reads it. */
    private static final Pattern PLAIN = Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]+(/[A-Za-z0-9._~/-]*)?");

    CloudApis {
        addresses = new TreeMap<>(addresses);
    }

    static CloudApis of(ServiceLogin login, Facts facts) {
        var addresses = new TreeMap<String, String>();
        var problems = new ArrayList<Outcome>();
        login.problem().ifPresent(problems::add);
        OpenStackService.listedOnes()
                .filter(service -> service != OpenStackService.KEYSTONE)
                .forEach(service -> {
                    var all = facts.neighbours(service.kind());
                    if (all.size() > 1) {
                        problems.add(ambiguous(all));
                    }
                    all.stream()
                            .map(CloudApis::endpoint)
                            .flatMap(Optional::stream)
                            .findFirst()
                            .ifPresent(endpoint -> addresses.put(service.id(), endpoint));
                });
        if (!addresses.containsKey(OpenStackService.NEUTRON.id())) {
            problems.add(alone(facts));
        }
        if (!login.authUrl().isEmpty()) {
            addresses.put(OpenStackService.KEYSTONE.id(), login.authUrl().replaceFirst("(/v3)?/*$", ""));
        }
        addresses.forEach((service, address) -> {
            if (!PLAIN.matcher(address).matches()) {
                problems.add(unreadable(service, address));
            }
        });
        return new CloudApis(addresses, problems.stream().findFirst());
    }

    private static Optional<String> endpoint(HasMetadata service) {
        return Optional.of(Conditions.status(service).path("endpoint").asText(""))
                .filter(address -> !address.isEmpty());
    }

    private static Outcome ambiguous(List<? extends HasMetadata> all) {
        var kind = all.getFirst().getKind();
        return Outcome.waiting(
                "MoreThanOne" + kind,
                "There is more than one " + kind + " in the namespace, and pages can speak with one only: delete "
                        + Ref.of(all.getLast()) + ", or have Skyline in a namespace of its cloud alone.");
    }

    /** It asks Neutron what it can do at each login, and refuses the login when nobody answers. */
    private static Outcome alone(Facts facts) {
        var message = "Without a Neutron in the namespace that answers, Skyline lets nobody in";
        if (Twins.of(OpenStackService.NEUTRON.kind()).stream().noneMatch(facts::serves)) {
            return Outcome.waiting("WaitingForNeutron", message + ": its definition is not installed.");
        }
        return facts.neighbours(OpenStackService.NEUTRON.kind()).stream()
                .findFirst()
                .map(there -> Outcome.waiting(
                                "WaitingForNeutron", message + ": " + Ref.of(there) + " has no endpoint yet.")
                        .on(Ref.of(there)))
                .orElseGet(() -> Outcome.waiting("WaitingForNeutron", message + ": there is none yet."));
    }

    private static Outcome unreadable(String service, String address) {
        return service.equals(OpenStackService.KEYSTONE.id())
                ? Outcome.mistake(
                        "InvalidAuthUrl",
                        "keystone.authUrl is " + address
                                + ", which nginx would not read as an address: write scheme, host, port and path, and nothing else.")
                : Outcome.waiting(
                        "InvalidEndpoint",
                        "The endpoint of " + service + " is no address that nginx reads: " + address + ".");
    }
}
