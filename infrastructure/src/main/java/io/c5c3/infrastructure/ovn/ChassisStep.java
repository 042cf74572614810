package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An OVNChassis for each node, which goes when the node goes, and the settings that the nodes read. A node that is no longer wanted has
 * its OVNChassis pruned, and that one tidies up after itself.
 */
record ChassisStep(List<ChassisWish> wishes, ConfigMap settings) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return List.of(settings);
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return Stream.concat(
                        Stream.of(Ref.of(
                                ConfigMap.class,
                                namespace,
                                settings.getMetadata().getName())),
                        wishes.stream().map(wish -> Ref.of(OVNChassis.class, namespace, wish.node())))
                .toList();
    }

    @Override
    public Outcome run(Work work) {
        work.apply(settings.edit().build());
        var waits = new ArrayList<Outcome>();
        wishes.forEach(wish -> waits.addAll(make(work, wish)));
        if (!waits.isEmpty()) {
            return waits.getFirst();
        }
        return wishes.isEmpty()
                ? Outcome.done("NoNodes", "No node carries the labels of controller.nodeSelector yet.")
                : Outcome.done("ChassisMade", "Each of " + wishes.size() + " nodes has its OVNChassis.");
    }

    private static List<Outcome> make(Work work, ChassisWish wish) {
        var ref = Ref.of(OVNChassis.class, work.namespace(), wish.node());
        var node = work.find(Node.class, wish.node());
        if (node.isEmpty() || wish.address().isEmpty()) {
            return List.of(Outcome.waiting(
                            "WaitingForNode",
                            "Node/" + wish.node()
                                    + " has no address for tunnels: its kubelet tells its InternalIP, or write an"
                                    + " IP address into the annotation " + ChassisWish.ADDRESS + ".")
                    .on(Ref.of(Node.class, "", wish.node())));
        }
        var there = work.find(OVNChassis.class, wish.node());
        if (there.filter(chassis -> Owner.on(chassis).isEmpty() && !work.owns(chassis))
                .isPresent()) {
            // A person wrote it, and it is used as it is.
            return List.of();
        }
        if (there.filter(chassis -> chassis.getMetadata().getDeletionTimestamp() != null)
                .isPresent()) {
            // Its node lost the label and has it again; what is left of its first life goes first.
            return List.of(Outcome.waiting("ChassisLeaving", ref + " is being deleted.")
                    .on(ref));
        }
        var chassis = new OVNChassis();
        chassis.setMetadata(new ObjectMetaBuilder().withName(wish.node()).build());
        chassis.setSpec(new OVNChassis.Spec(
                wish.node(),
                wish.systemId(),
                // Mappings and the kind of tunnel are a person's to write; what is not sent is not ours.
                null,
                new OVNChassis.Encapsulation(null, wish.address().get())));
        work.applyWith(node.get(), chassis);
        return List.of();
    }

    /** Nodes outlive the network; their OVNChassis must not. */
    @Override
    public Outcome teardown(Work work) {
        var left = work.labelled(OVNChassis.class, Map.copyOf(work.ownerLabels())).stream()
                .filter(work::owns)
                .toList();
        for (var chassis : left) {
            if (chassis.getMetadata().getDeletionTimestamp() == null) {
                work.delete(chassis, false);
            }
        }
        return left.isEmpty()
                ? Outcome.skipped("Taken down.")
                : Outcome.waiting("Deleting", Ref.of(left.getFirst()) + " is being deleted.")
                        .on(Ref.of(left.getFirst()));
    }
}
