package io.c5c3.tests;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.properties.HasName;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Facts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All code that runs while plans are made, found by following every call from {@code Blueprint.plan} on. */
final class PlanCode {

    /** What a plan looks at comes through these; behind them is the engine, which is not pure and need not be. */
    private static final Set<String> DOORS = Set.of(Facts.class.getName(), Elsewhere.class.getName());

    private static final List<String> IMPURE = List.of(
            "java.util.Random",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.security.KeyPairGenerator",
            "java.time.Clock",
            "java.sql.",
            "java.net.http.",
            "java.net.Socket",
            "java.nio.file.Files",
            "java.lang.Process",
            "java.lang.Thread",
            "io.fabric8.kubernetes.client.KubernetesClient",
            "io.c5c3.engine.cluster.",
            "io.c5c3.engine.Ports",
            "io.c5c3.engine.Work",
            "org.slf4j.");

    private static final Map<String, Set<String>> IMPURE_METHODS = Map.of(
            "java.lang.System", Set.of("getenv", "getProperty", "currentTimeMillis", "nanoTime"),
            "java.lang.Math", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDate", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.lang.Boolean", Set.of("getBoolean"),
            "java.lang.Integer", Set.of("getInteger"));

    private PlanCode() {}

    static Set<JavaCodeUnit> reachable(JavaClasses classes) {
        return from(
                classes,
                classes.stream()
                        .filter(type -> type.isAssignableTo(Blueprint.class) && !type.isInterface())
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> "plan".equals(method.getName()))
                        .toList());
    }

    static Set<JavaCodeUnit> from(JavaClasses classes, Collection<? extends JavaCodeUnit> roots) {
        var seen = new HashSet<JavaCodeUnit>();
        var left = new ArrayDeque<JavaCodeUnit>(roots);
        while (!left.isEmpty()) {
            var unit = left.poll();
            if (seen.add(unit)) {
                unit.getAccessesFromSelf().forEach(access -> {
                    var owner = access.getTargetOwner();
                    if (owner.getPackageName().startsWith("io.c5c3") && !DOORS.contains(owner.getName())) {
                        access.getTarget().resolveMember().ifPresent(member -> {
                            if (member instanceof JavaCodeUnit called) {
                                left.add(called);
                                left.addAll(overriding(owner, called));
                            }
                        });
                    }
                });
            }
        }
        return seen;
    }

    private static List<? extends JavaCodeUnit> overriding(JavaClass owner, JavaCodeUnit called) {
        var parameters =
                called.getRawParameterTypes().stream().map(HasName::getName).toArray(String[]::new);
        return owner.getAllSubclasses().stream()
                .flatMap(type -> type.tryGetMethod(called.getName(), parameters).stream())
                .toList();
    }

    /** Who in this code asks for anything that is not the same each time. */
    static Set<String> impure(Set<JavaCodeUnit> code) {
        var found = new TreeSet<String>();
        code.forEach(unit -> unit.getAccessesFromSelf().forEach(access -> {
            var owner = access.getTargetOwner().getName();
            var name = access.getTarget().getName();
            if (IMPURE.stream().anyMatch(owner::startsWith)
                    || IMPURE_METHODS.getOrDefault(owner, Set.of()).contains(name)) {
                found.add(unit.getFullName() + " uses " + owner + "." + name);
            }
        }));
        return found;
    }
}
