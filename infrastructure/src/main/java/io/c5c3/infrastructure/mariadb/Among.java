package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.Rollout;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import java.util.Optional;

/**
 * How members speak among each other. Those that speak only the one do not understand those that speak only the other, so on the way from one
 * to the other every member first learns both.
 */
enum Among {
    /** In the clear. */
    plain,

    /** Both, whichever the other one understands. */
    both,

    /** Encrypted, and with nobody whose certificate is not of their own authority. */
    encrypted;

    /** On the pods of members: how they speak. */
    private static final String NOTE = "c5c3.io/among-members";

    /** How members shall speak now: as is asked for, once all of them understand it. */
    static Among of(MariaDB mariadb, int size, Facts facts) {
        var wanted = wanted(mariadb, size);
        var there = facts.find(StatefulSet.class, mariadb.getMetadata().getName())
                .filter(set -> set.getSpec().getReplicas() > 1);
        if (size == 1 || there.isEmpty()) {
            return wanted;
        }
        var now = noted(there.get());
        return now == wanted || (now == both && Rollout.of(there.get()).complete()) ? wanted : both;
    }

    /** How they shall speak in the end. */
    static Among wanted(MariaDB mariadb, int size) {
        return size > 1 && mariadb.getSpec().tls().enabled() ? encrypted : plain;
    }

    private static Among noted(StatefulSet set) {
        return Optional.ofNullable(set.getSpec().getTemplate().getMetadata())
                .map(metadata -> metadata.getAnnotations())
                .map(annotations -> annotations.get(NOTE))
                .map(Among::valueOf)
                .orElse(plain);
    }

    /** What is noted on the pods. */
    Map<String, String> note() {
        return this == plain ? Map.of() : Map.of(NOTE, name());
    }
}
