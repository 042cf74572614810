package io.c5c3.tests.memory;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What becomes of one resource from its beginning to its end.
 *
 * @param kinds that are brought up, changed and deleted in it
 * @param world in which it begins, settled
 * @param again whether its end leaves the world as it was, so that another can begin there
 */
record Life(String name, Set<String> kinds, Supplier<Plane> world, boolean again, List<Phase> phases) {

    /**
     * A person does something, and everything settles.
     *
     * @param end what must be true of the settled world, given how it was before; the world is one that nothing has disturbed
     */
    record Phase(String name, Consumer<Plane> act, BiConsumer<Picture, Plane> end) {}

    @Override
    public String toString() {
        return name;
    }
}
