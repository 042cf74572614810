package io.c5c3.engine.step;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A volume that keeps what a resource must not lose. It grows when the resource asks for more. Nothing waits for it before pods are
 * made: many a storage class provides a volume only when the first pod asks for it.
 *
 * @param fresh the claim to make; none where a StatefulSet makes it, which can then never change it
 * @param deleted whether deleting the resource deletes the data
 */
public record ClaimStep(String claim, String size, Optional<PersistentVolumeClaim> fresh, boolean deleted)
        implements Step {

    private static final String STORAGE = "storage";
    private static final int FORBIDDEN = 403;
    private static final int UNPROCESSABLE = 422;

    /** A claim of its own. */
    public static ClaimStep of(PersistentVolumeClaim fresh, boolean deleted) {
        return new ClaimStep(
                fresh.getMetadata().getName(),
                quantity(fresh.getSpec().getResources().getRequests()).toString(),
                Optional.of(fresh),
                deleted);
    }

    @Override
    public List<HasMetadata> objects() {
        return fresh.<List<HasMetadata>>map(List::of).orElse(List.of());
    }

    @Override
    public Outcome run(Work work) {
        var ref = Ref.of(PersistentVolumeClaim.class, work.namespace(), claim);
        var lost = fresh.flatMap(object -> lost(work, ref));
        if (lost.isPresent()) {
            return lost.get();
        }
        var there = work.find(PersistentVolumeClaim.class, claim)
                .or(() -> fresh.map(object -> work.createRetained(Copies.of(object))));
        if (fresh.isPresent() && there.isPresent()) {
            Founding.begin(work, claim, Map.of(claim, there.get().getMetadata().getUid()));
        }
        if (there.isEmpty()) {
            return Outcome.skipped(ref + " is made with the first pod.");
        }
        var wanted = new Quantity(size);
        var asked = quantity(there.get().getSpec().getResources().getRequests());
        var order = wanted.getNumericalAmount().compareTo(asked.getNumericalAmount());
        if (order < 0) {
            return Outcome.mistake(
                    "StorageShrinks",
                    "A size of " + size + " is less than the " + asked + " of " + ref
                            + ", and a volume cannot shrink: write " + asked + " or more.");
        }
        if (order > 0) {
            return expand(work, there.get(), ref, wanted);
        }
        var status = there.get().getStatus();
        if (status != null && "Pending".equals(status.getPhase())) {
            return Outcome.waiting(
                            "WaitingForVolume",
                            ref + " has no volume yet: the storage class "
                                    + (there.get().getSpec().getStorageClassName() == null
                                            ? "(none is the cluster's default)"
                                            : there.get().getSpec().getStorageClassName())
                                    + " has to provide one.")
                    .on(ref);
        }
        var capacity = quantity(status == null ? null : status.getCapacity());
        if (capacity.getNumericalAmount().signum() > 0
                && capacity.getNumericalAmount().compareTo(wanted.getNumericalAmount()) < 0) {
            return Outcome.waiting("StorageExpanding", ref + " grows from " + capacity + " to " + wanted + ".")
                    .on(ref);
        }
        return Outcome.done("StorageAvailable", ref + " has " + wanted + ".");
    }

    /** A claim that was there is not made again: the new one would be empty. */
    private Optional<Outcome> lost(Work work, Ref ref) {
        return work.find(PersistentVolumeClaim.class, claim).isPresent()
                ? Optional.empty()
                : Founding.begun(work, work.owner(), claim)
                        .flatMap(begun -> Founding.lost(
                                work,
                                claim,
                                begun,
                                ref + ", made at " + begun.at() + ", is gone, and its data with it.",
                                "restore the claim and its volume from a backup"));
    }

    private static Outcome expand(Work work, PersistentVolumeClaim claim, Ref ref, Quantity wanted) {
        try {
            work.replace(claim.edit()
                    .editSpec()
                    .editResources()
                    .addToRequests(STORAGE, wanted)
                    .endResources()
                    .endSpec()
                    .build());
        } catch (KubernetesClientException e) {
            if (e.getCode() != FORBIDDEN && e.getCode() != UNPROCESSABLE) {
                throw e;
            }
            return Outcome.mistake(
                    "StorageNotExpandable",
                    ref + " cannot grow to " + wanted
                            + ": its storage class does not allow it. Write the size it has, or move the data to"
                            + " a resource in a class with allowVolumeExpansion.");
        }
        return Outcome.waiting("StorageExpanding", ref + " is asked to grow to " + wanted + ".")
                .on(ref);
    }

    private static Quantity quantity(@Nullable Map<String, Quantity> amounts) {
        return amounts == null ? new Quantity("0") : new TreeMap<>(amounts).getOrDefault(STORAGE, new Quantity("0"));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            work.deleteOwn(PersistentVolumeClaim.class, claim);
            Founding.forget(work, claim);
        }
        return Outcome.skipped("Taken down.");
    }
}
