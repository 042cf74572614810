package io.c5c3.api.catalogue;

/**
 * Another API of a service, which programs find at an address of its own.
 *
 * @param part what the service's resource calls it; its pods, its Service and its line in Keystone's catalogue are named after both
 * @param type in Keystone's catalogue
 * @param path behind its address, as the catalogue has it
 */
public record FurtherApi(String part, String type, String description, int port, String path) {

    /** @param service the name of the service, or of its resource */
    public String name(String service) {
        return service + "-" + part;
    }
}
