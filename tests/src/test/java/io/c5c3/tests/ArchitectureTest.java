package io.c5c3.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Step;
import org.junit.jupiter.api.Test;

/** The arrows between modules, and what a blueprint may not touch. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.c5c3");

    @Test
    void theApiKnowsNothingOfTheRest() {
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.api..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.c5c3.engine..",
                        "io.c5c3.infrastructure..",
                        "io.c5c3.services..",
                        "io.c5c3.node..",
                        "io.c5c3.controlplane..",
                        "io.c5c3.app..")
                .check(CLASSES);
    }

    @Test
    void theEngineKnowsNoService() {
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.c5c3.infrastructure..",
                        "io.c5c3.services..",
                        "io.c5c3.node..",
                        "io.c5c3.controlplane..",
                        "io.c5c3.app..")
                .check(CLASSES);
    }

    @Test
    void servicesAndThePlaneKnowNothingOfEachOtherOrOfTheProgram() {
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.services..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.c5c3.node..", "io.c5c3.controlplane..", "io.c5c3.app..", "io.c5c3.local..", "io.c5c3.cli..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.controlplane..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.c5c3.services..", "io.c5c3.node..", "io.c5c3.app..", "io.c5c3.local..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.infrastructure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.c5c3.services..", "io.c5c3.node..", "io.c5c3.controlplane..", "io.c5c3.app..")
                .check(CLASSES);
    }

    /** Agents are configured as the service they belong to is; the service knows nothing of them. */
    @Test
    void agentsOnNodesKnowServicesAndNotThePlane() {
        noClasses()
                .that()
                .resideInAPackage("io.c5c3.node..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.c5c3.controlplane..", "io.c5c3.app..", "io.c5c3.local..", "io.c5c3.cli..")
                .check(CLASSES);
    }

    /** What goes out another way is neither bounded nor fenced. */
    @Test
    void operatorsGoOutByBoundedSocketsOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.c5c3.engine..",
                        "io.c5c3.infrastructure..",
                        "io.c5c3.services..",
                        "io.c5c3.controlplane..",
                        "io.c5c3.node..")
                .and()
                .doNotBelongToAnyOf(io.c5c3.engine.http.BoundedSocket.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "java.nio.channels..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.net.HttpURLConnection")
                .orShould()
                .callConstructor(java.net.Socket.class)
                .check(CLASSES);
    }

    @Test
    void blueprintsArePure() {
        noClasses()
                .that()
                .implement(Blueprint.class)
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClient")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "java.net.http..", "java.security..", "org.slf4j..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.time.Clock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(io.c5c3.engine.cluster.Cluster.class)
                .check(CLASSES);
    }

    /** Everything that a plan is made from, whatever its class is called: the same facts must give the same plan. */
    @Test
    void plansArePure() {
        var seen = PlanCode.reachable(CLASSES);
        assertThat(seen).hasSizeGreaterThan(500);
        assertThat(PlanCode.impure(seen)).isEmpty();
    }

    /** The check itself sees what it is for: a step reads the clock, and no plan may. */
    @Test
    void theCheckOfPlansSeesWhatItShould() {
        var steps = CLASSES.stream()
                .filter(type -> type.isAssignableTo(Step.class))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> "run".equals(method.getName()))
                .toList();
        assertThat(PlanCode.impure(PlanCode.from(CLASSES, steps)))
                .anyMatch(finding -> finding.contains("SecureRandom"));
    }

    @Test
    void namesSayWhatAThingIs() {
        classes()
                .should()
                .haveNameNotMatching(".*\\.(\\w*Utils?|\\w*Helper|\\w*Manager|\\w+Impl|Abstract\\w+|Base\\w+)$")
                .check(CLASSES);
    }
}
