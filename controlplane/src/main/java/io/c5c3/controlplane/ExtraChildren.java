package io.c5c3.controlplane;

import static io.c5c3.controlplane.Draft.fields;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.api.tempest.Tempest.Tested;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a plane may have besides its services: that which tests them. */
record ExtraChildren(Draft draft) {

    static final String TEMPEST = "tempest";

    Tempest tempest() {
        var wanted = draft.spec().tempest();
        var tests = Objects.requireNonNullElse(wanted.tests(), Tempest.Tests.ALL);
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
