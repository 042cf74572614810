package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.Refused;
import io.c5c3.engine.rotation.Door;
import io.c5c3.engine.rotation.Login;
import java.util.Optional;

/**
 * Message servers as the administrator sees them, for users of one virtual host that take turns.
 *
 * @param claim of the resource whose users they are
 * @param user how a user comes in
 */
record BrokerDoor(Broker broker, BrokerClaim claim, BrokerLogin admin, BrokerLogin user)
        implements Door<BrokerFailure> {

    @Override
    public Login make(Login login) throws BrokerFailure {
        var obstacle = claim.layUser(admin, login.user());
        if (obstacle.isPresent()) {
            throw new Refused(obstacle.get());
        }
        broker.ensureUser(admin, login.user(), login.password(), claim.vhost());
        return login;
    }

    @Override
    public Optional<String> refuses(Login login) throws BrokerFailure {
        try {
            broker.verify(user.as(login.user(), login.password()), claim.vhost());
            return Optional.empty();
        } catch (BrokerRefused e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean inUse(String name) throws BrokerFailure {
        return broker.isConnected(admin, name);
    }

    @Override
    public void drop(String name) throws BrokerFailure {
        claim.deleteUser(admin, name);
    }
}
