package io.c5c3.api.catalogue;

import static io.c5c3.api.catalogue.Need.Cache;
import static io.c5c3.api.catalogue.Need.Database;
import static io.c5c3.api.catalogue.Need.Network;
import static io.c5c3.api.catalogue.Need.Pool;
import static io.c5c3.api.catalogue.Need.Queue;
import static io.c5c3.api.catalogue.Needs.nothingBut;
import static io.c5c3.api.catalogue.Served.browsed;
import static io.c5c3.api.catalogue.Served.nobody;
import static io.c5c3.api.catalogue.Served.served;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Image;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.openstack.Barbican;
import io.c5c3.api.openstack.Heat;
import io.c5c3.api.openstack.Horizon;
import io.c5c3.api.openstack.Skyline;
import io.c5c3.api.placement.Placement;
import io.c5c3.api.tempest.Tempest;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The OpenStack services, a line each, and each after those it stands on. Whatever lists services is made from this: the parts of a plane
 * and their order, logins, the service catalogue, what {@code dependsOn} may name, ports, releases, roles of operators, and the reference.
 */
public enum OpenStackService {
    KEYSTONE(
            Keystone.class, "28.0.0", Phase.Identity, served("identity", "Identity", 5000, ""), needs(Database, Cache)),
    GLANCE(
            Glance.class,
            "31.0.0",
            Phase.Core,
            served("image", "Images of servers", 9292, ""),
            needs(Database, Cache, Pool).as(Role.service)),
    PLACEMENT(
            Placement.class,
            "14.0.0",
            Phase.Core,
            served("placement", "Resources and who took them", 8778, ""),
            needs(Database, Cache).as(Role.service)),
    BARBICAN(
            Barbican.class,
            "21.0.0",
            Phase.Core,
            served("key-manager", "Keys and secrets", 9311, ""),
            needs(Database, Queue, Cache).as(Role.service)),
    // It tells Nova of other people's ports; without being admin Nova answers 404 and servers wait in vain.
    NEUTRON(
            Neutron.class,
            "27.0.1",
            Phase.Compute,
            served("network", "Networks", 9696, ""),
            needs(Database, Queue, Cache, Network).as(Role.service, Role.admin)),
    CINDER(
            Cinder.class,
            "27.0.0",
            Phase.Compute,
            served("block-storage", "Volumes", 8776, "/v3"),
            needs(Database, Queue, Cache, Pool).as(Role.service, Role.admin)),
    NOVA(
            Nova.class,
            "32.1.0",
            Phase.Compute,
            served("compute", "Servers", 8774, "/v2.1"),
            needs(Database, Queue, Cache).as(Role.service, Role.admin)),
    // It makes what users describe, as the user who described it; for guests it makes users in a domain of its own.
    HEAT(
            Heat.class,
            "25.0.0",
            Phase.Compute,
            served("orchestration", "Stacks of resources", 8004, "/v1/%(project_id)s")
                    .and(new FurtherApi(
                            "cfn", "cloudformation", "Stacks, in the words of CloudFormation", 8000, "/v1")),
            needs(Database, Queue, Cache).as(Role.service).making("heat_stack_user")),
    // It asks the services for everything, as whoever has logged in to it, and so has neither data nor a login of its
    // own.
    HORIZON(Horizon.class, "25.5.1", Phase.Dashboards, browsed(8080), nothingBut(Cache)),
    // It looks after logins as an administrator, and its pages know just the services that were there when it started.
    SKYLINE(
            Skyline.class,
            "7.0.0",
            Phase.Dashboards,
            browsed(9999),
            nothingBut(Database).as(Role.admin).after(GLANCE, PLACEMENT, BARBICAN, NEUTRON, CINDER, NOVA, HEAT)),
    // It learns from those whose choices it ranks, and they can do without it.
    CORTEX(
            Cortex.class,
            "0.5.0",
            Phase.Scheduler,
            nobody(),
            needs().as(Role.reader).after(NOVA, CINDER)),
    // Tests make projects and users of their own to try the services with.
    TEMPEST(
            Tempest.class,
            "47.0.0",
            Phase.Testing,
            nobody(),
            needs().as(Role.admin).after(GLANCE, NEUTRON, CINDER, NOVA));

    private static final String REGISTRY = "ghcr.io/c5c3/";

    private final Class<? extends CustomResource<?, ?>> kind;
    private final String release;
    private final Phase phase;
    private final Served served;
    private final Needs needs;

    OpenStackService(
            Class<? extends CustomResource<?, ?>> kind, String release, Phase phase, Served served, Needs needs) {
        this.kind = kind;
        this.release = release;
        this.phase = phase;
        this.served = served;
        this.needs = needs;
    }

    private static Needs needs(Need... things) {
        return Needs.of(things);
    }

    /** The services that Keystone's catalogue leads to. */
    public static Stream<OpenStackService> listedOnes() {
        return Stream.of(values()).filter(OpenStackService::listed);
    }

    /** Its name: of its resource in a plane, of its user, its database and its image. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Class<? extends CustomResource<?, ?>> kind() {
        return kind;
    }

    /** The image that a pod names; what a resource leaves open is of the release that these operators were made for. */
    public String image(@Nullable Image wish) {
        return (wish == null ? Defaults.of(Image.class) : wish).reference(REGISTRY + id(), release);
    }

    /** What a status says is installed. */
    public String version(@Nullable Image wish) {
        if (wish != null && wish.digest() != null) {
            return wish.digest();
        }
        return wish == null || wish.tag() == null ? release : wish.tag();
    }

    /** Whether another one is installed than a resource asks for: then pods of both may be at work, and tables have to suit both. */
    public boolean replaces(@Nullable String installed, Image wish) {
        return installed != null && !installed.equals(version(wish));
    }

    public Phase phase() {
        return phase;
    }

    /** Whether Keystone's catalogue leads to it. */
    public boolean listed() {
        return !served.type().isEmpty();
    }

    /** Under which programs look for it, such as compute. */
    public String type() {
        return served.type();
    }

    public String description() {
        return served.description();
    }

    public int port() {
        return served.port();
    }

    /** What comes behind its address in the catalogue. */
    public String path() {
        return served.path();
    }

    /** Its APIs beside the first. */
    public List<FurtherApi> furtherApis() {
        return served.further();
    }

    /** Where Keystone's catalogue leads to. */
    public static Set<Integer> listedPorts() {
        var ports = new TreeSet<Integer>();
        listedOnes().forEach(service -> {
            ports.add(service.port());
            service.furtherApis().forEach(api -> ports.add(api.port()));
        });
        return ports;
    }

    public boolean needs(Need thing) {
        return needs.things().contains(thing);
    }

    /** Of the user it logs in as; none if it does not log in. */
    public Set<Role> roles() {
        return needs.roles();
    }

    /** In which it makes users by itself, if it does. */
    public Optional<UserDomain> domain() {
        return Optional.ofNullable(needs.made()).map(roles -> new UserDomain(id(), id() + "_domain_admin", roles));
    }

    /** Services that it is about, and so comes after, where a plane has them. */
    public List<OpenStackService> after() {
        return needs.after();
    }
}
