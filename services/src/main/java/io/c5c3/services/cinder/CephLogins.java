package io.c5c3.services.cinder;

import io.c5c3.engine.Outcome;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.infrastructure.ceph.CephSecret;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ways into Ceph that one pod has, all in the folder where the libraries look.
 *
 * @param all the first is to the cluster that ceph.conf tells of
 */
record CephLogins(List<CephAccess> all) {

    CephLogins {
        all = all.stream().distinct().toList();
    }

    Reads in(Reads reads) {
        return all.isEmpty()
                ? reads
                : reads.with(volume(), all.getFirst().files().mount());
    }

    private Volume volume() {
        var first = all.getFirst();
        var files = first.files().volume();
        if (all.size() == 1) {
            return new VolumeBuilder(files)
                    .editSecret()
                    .addToItems(named(first))
                    .endSecret()
                    .build();
        }
        var volume = new VolumeBuilder()
                .withName(files.getName())
                .withNewProjected()
                .withDefaultMode(files.getSecret().getDefaultMode())
                .addNewSource()
                .withNewSecret()
                .withName(first.secret())
                .withItems(files.getSecret().getItems())
                .addToItems(named(first))
                .endSecret()
                .endSource()
                .endProjected();
        all.stream()
                .skip(1)
                .forEach(login -> volume.editProjected()
                        .addNewSource()
                        .withNewSecret()
                        .withName(login.secret())
                        .withItems(named(login))
                        .endSecret()
                        .endSource()
                        .endProjected());
        return volume.build();
    }

    /** Where the part that reads volumes looks for the key ring, and nowhere else. */
    private static KeyToPath named(CephAccess login) {
        return new KeyToPath(CephSecret.KEYRING, null, "ceph.client." + login.client() + ".keyring");
    }

    /** One key ring of a client is all that there is a place for. */
    Optional<Outcome> problem() {
        Map<String, String> secrets = new HashMap<>();
        for (var login : all) {
            var other = secrets.put(login.client(), login.secret());
            if (other != null) {
                return Optional.of(Outcome.mistake(
                        "CephLoginsClash",
                        "The backup service would log in to Ceph as client." + login.client() + " both with Secret/"
                                + other + " and with Secret/" + login.secret()
                                + ", and has a place for one: let both be the same Secret, or make one of them another"
                                + " client and name it in rbd.cephClientRef."));
            }
        }
        return Optional.empty();
    }
}
