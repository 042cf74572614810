package io.c5c3.engine.simulation;

/** Addresses of pods and Services: the same for the same name, and others in another namespace. */
final class Addresses {

    private static final int MOST = 250;

    private Addresses() {}

    static String ofPod(String namespace, String name) {
        return in("10.244", namespace, name);
    }

    static String ofService(String namespace, String name) {
        return in("10.96", namespace, name);
    }

    private static String in(String network, String namespace, String name) {
        var place = namespace.equals(Simulation.NAMESPACE) ? 0 : number(namespace);
        return network + "." + place + "." + number(name);
    }

    private static int number(String text) {
        return 1 + Math.floorMod(text.hashCode(), MOST);
    }
}
