package io.c5c3.controlplane;

import static io.c5c3.controlplane.Draft.fields;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.cortex.Cortex.Domain;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.api.tempest.Tempest.Tested;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a plane may have besides its services: that which decides for them, and that which tests them. */
record ExtraChildren(Draft draft) {

    static final String TEMPEST = "tempest";
    static final String CORTEX = "cortex";

    private static final int NOVA_PORT = 8774;

    Cortex cortex() {
        var wanted = draft.spec().cortex();
        return draft.child(
                Cortex.class,
                CORTEX,
                fields(
                        "replicas",
                        wanted.replicas(),
                        "image",
                        wanted.image(),
                        "database",
                        wanted.database(),
                        "keystone",
                        draft.keystoneLogin(CORTEX),
                        "pipelines",
                        served().stream().collect(Collectors.toMap(Domain::name, domain -> Map.of("enabled", true))),
                        "datasources",
                        wanted.datasources() == null ? known() : wanted.datasources(),
                        "deployment",
                        wanted.deployment(),
                        "dependsOn",
                        Draft.dependsOn(ranked()),
                        "deletionPolicy",
                        draft.spec().deletionPolicy()));
    }

    /** Where Nova asks, if it does. */
    Optional<String> scheduler() {
        return draft.spec().cortex().enabled() && served().contains(Domain.nova)
                ? Optional.of("http://" + CORTEX + "." + draft.namespace() + ".svc.cluster.local:" + Cortex.PORT)
                : Optional.empty();
    }

    /** Whoever the plane names; else those it has, and where it has neither, the one whom the whole is for. */
    private List<Domain> served() {
        var wanted = draft.spec().cortex().pipelines();
        var services = draft.spec().services();
        var there = new ArrayList<Domain>();
        add(there, services.nova().enabled() || !services.cinder().enabled(), Domain.nova);
        add(there, services.cinder().enabled(), Domain.cinder);
        return wanted.isEmpty() ? there : wanted.stream().distinct().toList();
    }

    private Map<String, Object> known() {
        var services = draft.spec().services();
        var url = (draft.spec().global().tls().enabled() ? "https://nova." : "http://nova.") + draft.namespace()
                + ".svc.cluster.local:" + NOVA_PORT;
        return services.nova().enabled() ? fields("nova", fields("enabled", true, "endpoint", url)) : fields();
    }

    /** The kinds of the services whose choices are ranked. */
    List<String> ranked() {
        var services = draft.spec().services();
        var kinds = new ArrayList<String>();
        add(kinds, services.nova().enabled(), "Nova");
        add(kinds, services.cinder().enabled(), "Cinder");
        return kinds;
    }

    Tempest tempest() {
        var wanted = draft.spec().tempest();
        var tests = Objects.requireNonNullElse(wanted.tests(), Defaults.of(Tempest.Tests.class));
        return draft.child(
                Tempest.class,
                TEMPEST,
                fields(
                        "schedule",
                        wanted.schedule(),
                        "image",
                        wanted.image(),
                        "keystone",
                        draft.keystoneLogin(TEMPEST),
                        "tests",
                        tests.of(there()),
                        "reports",
                        wanted.reports(),
                        "customConfig",
                        wanted.customConfig(),
                        "deployment",
                        wanted.deployment(),
                        "dependsOn",
                        Draft.dependsOn(tested()),
                        "deletionPolicy",
                        draft.spec().deletionPolicy()));
    }

    /** The kinds of the services that tests look at. */
    private List<String> tested() {
        var services = draft.spec().services();
        var kinds = new ArrayList<>(List.of("Keystone"));
        add(kinds, services.glance().enabled(), "Glance");
        add(kinds, services.neutron().enabled(), "Neutron");
        add(kinds, services.cinder().enabled(), "Cinder");
        add(kinds, services.nova().enabled(), "Nova");
        return kinds;
    }

    private List<Tested> there() {
        var services = draft.spec().services();
        var there = new ArrayList<>(List.of(Tested.identity));
        add(there, services.glance().enabled(), Tested.image);
        add(there, services.neutron().enabled(), Tested.network);
        add(there, services.cinder().enabled(), Tested.volume);
        add(there, services.nova().enabled(), Tested.compute);
        return there;
    }

    private static <T> void add(List<T> list, boolean enabled, T entry) {
        if (enabled) {
            list.add(entry);
        }
    }
}
