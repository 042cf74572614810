package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.KeptStep;
import io.c5c3.engine.step.ObjectsStep;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A blueprint touches the kinds it has declared; what it keeps, it keeps. */
class DeclaredTest {

    private static final Plan NOTHING = Plan.builder().build();

    @Test
    void aKindThatIsNotDeclaredIsNotLookedAt() {
        var simulation = Toy.simulation((resource, facts) -> {
            facts.all(Node.class);
            return NOTHING;
        });
        simulation.add(Toy.resource("toy"));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(simulation::settle)
                .withMessage("Toy looks at a Node, which neither its uses() nor its reads() names");
    }

    @Test
    void norIsItWritten() {
        var account = new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("a")
                .endMetadata()
                .build();
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ObjectsReady", new ObjectsStep(List.of(account), "Applied", "Applied."))
                .build());
        simulation.add(Toy.resource("toy"));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(simulation::settle)
                .withMessage("Toy writes a ServiceAccount, which its uses() does not name");
        assertThat(simulation.find(ServiceAccount.class, "a")).isEmpty();
    }

    @Test
    void whatIsKeptIsNeitherMadeNorPruned() {
        var password = new GeneratedSecretStep("login", Map.of(), List.of("password"), false);
        var step = new AtomicReference<Step>(new KeptStep(password));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("SecretReady", step.get()).build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        assertThat(simulation.find(Secret.class, "login")).isEmpty();
        step.set(password);
        simulation.settle();
        var made = simulation.find(Secret.class, "login").orElseThrow().getData();
        step.set(new KeptStep(password));
        simulation.settle();
        assertThat(simulation.find(Secret.class, "login").orElseThrow().getData())
                .isEqualTo(made);
    }
}
