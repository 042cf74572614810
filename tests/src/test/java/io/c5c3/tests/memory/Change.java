package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Json;
import java.util.List;

/** A field, as the steps to it from the spec on, and what to write into it. */
record Change(List<String> path, JsonNode value) {

    /** The step to the first element of a list. */
    static final String ELEMENT = "[]";

    private static final int SHOWN = 60;

    void in(ObjectNode spec) {
        put(spec, path);
    }

    private void put(ObjectNode node, List<String> left) {
        var name = left.getFirst();
        var rest = left.subList(1, left.size());
        if (rest.isEmpty()) {
            node.set(name, value.deepCopy());
        } else if (rest.getFirst().equals(ELEMENT)) {
            var list = node.get(name) instanceof ArrayNode there ? there : node.putArray(name);
            if (rest.size() == 1) {
                list.removeAll().add(value.deepCopy());
            } else {
                put(list.get(0) instanceof ObjectNode first ? first : list.addObject(), rest.subList(1, rest.size()));
            }
        } else {
            put(node.get(name) instanceof ObjectNode there ? there : node.putObject(name), rest);
        }
    }

    /** As a program would write it, so that a person can tell a space from a tabulator. */
    @Override
    public String toString() {
        var text = value.toString();
        return Json.MAPPER.valueToTree(path) + " = "
                + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)");
    }
}
