package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.servers.FreshStart;
import io.c5c3.infrastructure.servers.PasswordChange;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the servers let the administrator in, which is what everything else needs of them. The password in the Secret is the one that
 * shall be: if the servers still have another, it is changed there.
 *
 * @param backup the journal of the change
 */
record ServerStep(RabbitMQ rabbitmq, String secret, String backup) implements Step {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    @Override
    public Outcome run(Work work) throws BrokerFailure {
        var names = new ServerNames(rabbitmq);
        var wanted = AdminLogin.of(work, rabbitmq, secret);
        if (wanted.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForServer",
                            "Service/" + names.client() + " has no address yet, or Secret/" + secret + " no password.")
                    .on(Ref.of(Secret.class, work.namespace(), secret));
        }
        try {
            var version = new PasswordChange<>(backup, new Administrator(work.port(Broker.class), wanted.get()))
                    .settle(work, wanted.get().password());
            return version.map(this::answers).orElseGet(() -> refused(work));
        } catch (BrokerUnavailable e) {
            return Outcome.waiting("WaitingForServer", "Service/" + names.client() + ": " + e.getMessage() + ".")
                    .retry(SOON);
        } catch (BrokerRefused e) {
            return Outcome.waiting(
                            "ServerRefused",
                            "The servers do not let " + AdminLogin.USER + " in: " + e.getMessage() + ".")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(LATER);
        }
    }

    private Outcome answers(String version) {
        var endpoint = new ServerNames(rabbitmq).endpoint();
        return Outcome.done("ServerAnswers", "RabbitMQ " + version + " answers at " + endpoint + ".")
                .found(Map.of("version", version, "endpoint", endpoint));
    }

    private Outcome refused(Work work) {
        var start = new FreshStart(new ServerNames(rabbitmq).name(), secret, backup, false);
        var pod = start.pod();
        return start.take(work)
                .orElseGet(() -> Outcome.waiting(
                                "AdminPasswordMismatch",
                                "The servers do not let " + AdminLogin.USER + " in with the password of Secret/"
                                        + secret + ", although Pod/" + pod + " was started with it. Write the"
                                        + " password they have into Secret/" + secret
                                        + ", or give them this one: rabbitmqctl change_password " + AdminLogin.USER
                                        + ", in Pod/" + pod + ".")
                        .on(Ref.of(Secret.class, work.namespace(), secret))
                        .retry(LATER));
    }

    /** The servers, seen by their administrator. */
    private record Administrator(Broker broker, BrokerLogin wanted) implements PasswordChange.Door<BrokerFailure> {

        @Override
        public Optional<String> enter(String password) throws BrokerFailure {
            try {
                return Optional.of(broker.version(with(password)));
            } catch (BrokerRefused e) {
                if (e.isWrongPassword()) {
                    return Optional.empty();
                }
                throw e;
            }
        }

        @Override
        public void change(String known, String password) throws BrokerFailure {
            broker.changePassword(with(known), password);
        }

        private BrokerLogin with(String password) {
            return new BrokerLogin(wanted.host(), wanted.port(), wanted.user(), password, wanted.trust());
        }
    }
}
