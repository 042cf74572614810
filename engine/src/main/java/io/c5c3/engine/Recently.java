package io.c5c3.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this process has made sure of lately. For what no watch shows and is dear to ask: it is asked when something we know of has changed,
 * and from time to time in case something else has. Lost with the process; then everything is asked once more.
 */
public final class Recently {

    private record Check(String state, Instant at) {}

    private final Map<String, Check> checks = new ConcurrentHashMap<>();

    /** The subject was found in order at this time, with this digest of what we know of it. */
    public void checked(String subject, String state, Instant now) {
        checks.put(subject, new Check(state, now));
    }

    /** How long the last check still holds; empty if it is too old, was never made, or what we know has changed since. */
    public Optional<Duration> holds(String subject, String state, Instant now, Duration life) {
        return Optional.ofNullable(checks.get(subject))
                .filter(check -> check.state().equals(state))
                .map(check -> Duration.between(now, check.at().plus(life)))
                .filter(Duration::isPositive);
    }

    public void forget(String subject) {
        checks.remove(subject);
    }
}
