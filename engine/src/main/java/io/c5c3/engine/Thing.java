package io.c5c3.engine;

/**
 * Something that is made outside of Kubernetes, as people name it in an annotation: {@code database/nova_api}.
 *
 * @param kind in small letters, words joined by a dash
 */
public record Thing(String kind, String name) {

    @Override
    public String toString() {
        return kind + "/" + name;
    }

    /** For a sentence: The database nova_api. */
    String words() {
        return "The " + kind.replace('-', ' ') + " " + name;
    }
}
