package io.c5c3.services.glance;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.glance.Glance;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.services.FileStore;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Where a Glance keeps what people upload, and what that asks of its pods. */
sealed interface ImageStore {

    /** What has to be tidied or staged lies here; uploads of moderate size pass through it. */
    String SCRATCH = "/var/lib/glance";

    Ini in(Ini ini);

    Reads mounted(Reads reads);

    /** The pods, on nodes where they reach the store. */
    Deployment placed(Deployment pods);

    List<SecretsStep.Input> inputs();

    List<Integer> ports();

    Step step();

    Step connected();

    static ImageStore of(Glance glance) {
        return glance.getSpec().storage().backend() == Glance.Backend.rbd ? Pools.of(glance) : new Files(glance);
    }

    /** @param backends each with its type; the first is the one that is meant if nobody says otherwise */
    private static Ini staged(Ini ini, List<String> backends) {
        return ini.set(Ini.DEFAULT, "enabled_backends", String.join(",", backends))
                .set("glance_store", "default_backend", backends.getFirst().replaceFirst(":.*", ""))
                .set("os_glance_staging_store", "filesystem_store_datadir", SCRATCH + "/staging")
                .set("os_glance_tasks_store", "filesystem_store_datadir", SCRATCH + "/tasks")
                // Locks are between the processes of one pod.
                .set("oslo_concurrency", "lock_path", SCRATCH + "/lock");
    }

    /** Files on a volume. */
    record Files(Glance glance) implements ImageStore {

        private static final String BACKEND = "file";
        private static final String FOLDER = SCRATCH + "/images";

        private FileStore files() {
            var name = glance.getMetadata().getName();
            var spec = glance.getSpec();
            return new FileStore(
                    name,
                    "images",
                    Labels.of("glance", name, ServicePods.API),
                    spec.storage().file(),
                    spec.deletionPolicy() == DeletionPolicy.Delete);
        }

        @Override
        public Ini in(Ini ini) {
            return staged(ini, List.of(BACKEND + ":file")).set(BACKEND, "filesystem_store_datadir", FOLDER);
        }

        @Override
        public Reads mounted(Reads reads) {
            return files().mounted(reads.withScratch("scratch", SCRATCH), FOLDER);
        }

        @Override
        public Deployment placed(Deployment pods) {
            return pods.edit()
                    .editSpec()
                    .withTemplate(files().placed(
                                    pods.getSpec().getTemplate(), pods.getSpec().getSelector()))
                    .endSpec()
                    .build();
        }

        @Override
        public List<SecretsStep.Input> inputs() {
            return List.of();
        }

        @Override
        public List<Integer> ports() {
            return List.of();
        }

        @Override
        public Step step() {
            return files().step();
        }

        @Override
        public Step connected() {
            return new VerdictStep(Outcome.skipped("Images are files on a volume."));
        }
    }

    /**
     * Pools of Ceph.
     *
     * @param stores the first is the one that is meant if nobody says otherwise
     */
    record Pools(List<Glance.Store> stores, CephAccess ceph) implements ImageStore {

        private static final String BACKEND = "rbd";

        static Pools of(Glance glance) {
            var storage = glance.getSpec().storage();
            var wish = Objects.requireNonNullElse(storage.rbd(), Defaults.of(Rbd.class));
            var first = new Glance.Store(BACKEND, Objects.requireNonNullElse(wish.pool(), "images"), storage.weight());
            return new Pools(
                    Stream.concat(Stream.of(first), storage.stores().stream()).toList(),
                    CephAccess.of(wish, glance.getMetadata().getName()));
        }

        private List<String> names() {
            return stores.stream().map(Glance.Store::pool).toList();
        }

        private Ini in(Ini ini, Glance.Store store) {
            var result = ini.set(store.name(), "rbd_store_pool", store.pool())
                    .set(store.name(), "rbd_store_user", ceph.client())
                    .set(store.name(), "rbd_store_ceph_conf", CephAccess.CONF);
            return store.weight() == 0 ? result : result.set(store.name(), "weight", store.weight());
        }

        @Override
        public Ini in(Ini ini) {
            var result = staged(
                            ini,
                            stores.stream()
                                    .map(store -> store.name() + ":" + BACKEND)
                                    .toList())
                    .set(Ini.DEFAULT, "show_image_direct_url", true)
                    // Only raw images can be cloned; what is imported in another format becomes one.
                    .set("image_import_opts", "image_import_plugins", "[image_conversion]")
                    .set("image_conversion", "output_format", "raw")
                    // It looks at files in a process of its own, and would start that with the program it runs in,
                    // which is uWSGI.
                    .set("wsgi", "python_interpreter", "/var/lib/openstack/bin/python3");
            for (var store : stores) {
                result = in(result, store);
            }
            return result;
        }

        @Override
        public Reads mounted(Reads reads) {
            return reads.withScratch("scratch", SCRATCH).with(ceph.files());
        }

        @Override
        public Deployment placed(Deployment pods) {
            return pods;
        }

        @Override
        public List<SecretsStep.Input> inputs() {
            return List.of(ceph.input());
        }

        @Override
        public List<Integer> ports() {
            return CephAccess.PORTS;
        }

        @Override
        public Step step() {
            return new VerdictStep(Outcome.skipped("Images are in Ceph: " + String.join(", ", names()) + "."));
        }

        @Override
        public Step connected() {
            return ceph.connected(names());
        }
    }
}
