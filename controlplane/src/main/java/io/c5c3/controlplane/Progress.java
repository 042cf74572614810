package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How far a plane has come, read off its children. */
final class Progress {

    /** The condition of a Tempest. */
    private static final String TESTED = "TestsPassed";

    private final Cloud cloud;
    private final List<Part> parts;
    private final Facts facts;

    Progress(Cloud cloud, List<Part> parts, Facts facts) {
        this.cloud = cloud;
        this.parts = parts;
        this.facts = facts;
    }

    Map<String, Object> fields() {
        var fields = new TreeMap<String, Object>();
        var all = parts.stream().map(Part::child).toList();
        var ready = all.stream().filter(this::ready).count();
        fields.put("phase", phase());
        fields.put("progress", ready + "/" + all.size());
        fields.put("updatePhase", updatePhase());
        var services = new TreeMap<String, Object>();
        all.forEach(child -> services.put(child.getKind().toLowerCase(Locale.ROOT), service(child)));
        fields.put("services", services);
        facts.find(cloud.face().kind(Keystone.class), KEYSTONE.id())
                .map(keystone -> Conditions.status(keystone).path("endpoint").asText(""))
                .filter(endpoint -> !endpoint.isEmpty())
                .ifPresent(endpoint -> fields.put("endpoint", endpoint));
        return fields;
    }

    /** The first phase with something left to do. */
    private String phase() {
        return cloud.face().phases().stream()
                .filter(this::unfinished)
                .findFirst()
                .orElse("Ready");
    }

    private boolean unfinished(String phase) {
        return parts.stream().anyMatch(part -> cloud.face().phase(part).equals(phase) && !ready(part.child()))
                || (cloud.face().catalogued().equals(phase) && !catalogued());
    }

    /** Which part is on its way from one release to another, Keystone before those that ask it. */
    private String updatePhase() {
        return cloud.having()
                .filter(this::updating)
                .findFirst()
                .map(service -> service == KEYSTONE ? "UpdatingKeystone" : "UpdatingServices")
                .orElse("Idle");
    }

    /** One that was never there is being installed, not updated. */
    private boolean updating(OpenStackService service) {
        return parts.stream()
                .map(Part::child)
                .filter(child -> child.getClass().equals(cloud.face().kind(service.kind())))
                .flatMap(child -> observed(child).stream())
                .map(there -> Conditions.status(there).path("installedRelease").asText(""))
                .anyMatch(
                        installed -> !installed.isEmpty() && !installed.equals(service.version(cloud.image(service))));
    }

    /** Whether every service has the credential that its entry in the catalogue comes with. */
    private boolean catalogued() {
        return new ServiceCatalog(cloud)
                .secrets().stream()
                        .allMatch(secret -> facts.find(Secret.class, secret)
                                .map(Secret::getData)
                                .filter(data -> data.containsKey("application_credential_id"))
                                .isPresent());
    }

    private Map<String, Object> service(HasMetadata child) {
        var service = new TreeMap<String, Object>();
        service.put("ready", ready(child));
        observed(child).ifPresent(there -> {
            var status = Conditions.status(there);
            put(service, "release", status.path("installedRelease").asText(""));
            put(service, "endpoint", status.path("endpoint").asText(""));
            // What is ready has nothing more to say, but for the tests: they tell how the last run ended.
            Conditions.of(there, ready(child) ? TESTED : Conditions.READY)
                    .ifPresent(condition -> put(service, "message", condition.getMessage()));
        });
        return service;
    }

    private static void put(Map<String, Object> map, String key, String value) {
        if (!value.isEmpty()) {
            map.put(key, value);
        }
    }

    private boolean ready(HasMetadata child) {
        return observed(child).filter(Conditions::ready).isPresent();
    }

    private Optional<? extends HasMetadata> observed(HasMetadata child) {
        return facts.serves(child.getClass())
                ? facts.find(child.getClass(), Ref.of(child).name())
                : Optional.empty();
    }
}
