package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How far a plane has come, read off its children. */
final class Progress {

    private final ControlPlane plane;
    private final Facts facts;
    private final Children children;

    Progress(ControlPlane plane, Facts facts) {
        this.plane = plane;
        this.facts = facts;
        this.children = new Children(plane);
    }

    Map<String, Object> fields() {
        var fields = new TreeMap<String, Object>();
        var all = children.all();
        var ready = all.stream().filter(this::ready).count();
        fields.put("phase", phase());
        fields.put("progress", ready + "/" + all.size());
        fields.put("updatePhase", "Idle");
        var services = new TreeMap<String, Object>();
        all.forEach(child -> services.put(child.getKind().toLowerCase(Locale.ROOT), service(child)));
        fields.put("services", services);
        facts.find(Keystone.class, "keystone")
                .map(keystone -> Conditions.status(keystone).path("endpoint").asText(""))
                .filter(endpoint -> !endpoint.isEmpty())
                .ifPresent(endpoint -> fields.put("endpoint", endpoint));
        return fields;
    }

    private String phase() {
        if (!ready(children.mariadb()) || !ready(children.memcached())) {
            return "Infrastructure";
        }
        if (plane.getSpec().services().keystone().enabled() && !ready(children.keystone())) {
            return "Identity";
        }
        return "Ready";
    }

    private Map<String, Object> service(HasMetadata child) {
        var service = new TreeMap<String, Object>();
        service.put("ready", ready(child));
        observed(child).ifPresent(there -> {
            var status = Conditions.status(there);
            put(service, "release", status.path("installedRelease").asText(""));
            put(service, "endpoint", status.path("endpoint").asText(""));
            if (!ready(child)) {
                Conditions.of(there, Conditions.READY)
                        .ifPresent(condition -> put(service, "message", condition.getMessage()));
            }
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
