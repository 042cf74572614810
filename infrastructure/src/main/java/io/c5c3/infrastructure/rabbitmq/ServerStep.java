package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether the servers let the administrator in, which is what everything else needs of them. The password in the Secret is the one that
 * shall be: if the servers still have the one of the backup, it is changed there.
 */
record ServerStep(String condition, RabbitMQ rabbitmq, String secret, String backup) implements Step {

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
            var version = version(work, wanted.get());
            remember(work, wanted.get().password());
            work.status("version", version);
            work.status("endpoint", names.endpoint());
            return Outcome.done("ServerAnswers", "RabbitMQ " + version + " answers at " + names.endpoint() + ".");
        } catch (BrokerUnavailable e) {
            return Outcome.waiting("WaitingForServer", "Service/" + names.client() + ": " + e.getMessage() + ".")
                    .retry(SOON);
        } catch (BrokerRefused e) {
            return Outcome.waiting(
                            e.isWrongPassword() ? "AdminPasswordMismatch" : "ServerRefused",
                            "The servers do not let " + AdminLogin.USER + " in with the password of Secret/" + secret
                                    + ": " + e.getMessage()
                                    + ". Write the password they have into Secret/" + secret
                                    + ", or give them this one: rabbitmqctl change_password " + AdminLogin.USER
                                    + ", in Pod/" + names.name() + "-0.")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(LATER);
        }
    }

    private String version(Work work, BrokerLogin wanted) throws BrokerFailure {
        var broker = work.port(Broker.class);
        try {
            return broker.version(wanted);
        } catch (BrokerRefused e) {
            var known = AdminLogin.of(work, rabbitmq, backup).filter(login -> !login.equals(wanted));
            if (!e.isWrongPassword() || known.isEmpty()) {
                throw e;
            }
            broker.changePassword(known.get(), wanted.password());
            return broker.version(wanted);
        }
    }

    /**
     * Only now, when the servers have taken the password, may the backup forget the one before. The password is the one that was just
     * tried: the Secret may have been deleted since.
     */
    private void remember(Work work, String password) {
        var good = SecretText.encoded(password);
        work.find(Secret.class, backup)
                .filter(held ->
                        held.getData() == null || !good.equals(held.getData().get("password")))
                .ifPresent(held -> {
                    var data = new TreeMap<>(held.getData() == null ? Map.of() : held.getData());
                    data.put("password", good);
                    work.replace(held.edit().withData(data).build());
                });
    }
}
