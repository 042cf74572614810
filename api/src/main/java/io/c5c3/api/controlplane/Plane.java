package io.c5c3.api.controlplane;

import java.util.List;

/** A resource in which a person asks for a whole cloud. Its definition leaves some parts open, and so the operator looks into them. */
public interface Plane {

    /** What is wrong with those parts that the API server does not look into. */
    List<String> mistakes();
}
