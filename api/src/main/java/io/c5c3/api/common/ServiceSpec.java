package io.c5c3.api.common;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What every OpenStack service lets a person write, in one place and with one meaning. */
public interface ServiceSpec {

    /** How many pods serve the API. */
    int apiReplicas();

    /** Whether they have to share a node, and so leave it together when it is drained. */
    default boolean apiOnOneNode() {
        return false;
    }

    Image image();

    /** Where the service keeps its data; the first of them if it has several databases, and none if it keeps nothing. */
    default @Nullable Database mainDatabase() {
        return null;
    }

    // None if its parts need no queue.
    default @Nullable Messaging messaging() {
        return null;
    }

    // None if it remembers nothing. What the fields are for, their types say.
    default @Nullable Cache cache() {
        return null;
    }

    // None if it is no WSGI program.
    default @Nullable Uwsgi uwsgi() {
        return null;
    }

    Map<String, Map<String, String>> customConfig();

    /** Who may do what; a service that asks others for everything has no rules of its own. */
    default @Nullable Policy policyOverrides() {
        return null;
    }

    Tls tls();

    Exposure exposure();

    NetworkRules networkPolicy();

    Autoscaling autoscaling();

    /** How its pods are placed, sized and stopped; a part of the service can say otherwise for its own. */
    Pods deployment();

    /** The same for those of the API, where a service lets a person say it for each of its parts. */
    default Pods apiPods() {
        return deployment();
    }

    List<Dependency> dependsOn();

    DeletionPolicy deletionPolicy();
}
