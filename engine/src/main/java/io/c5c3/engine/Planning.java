package io.c5c3.engine;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Making a plan, which may fail: a blueprint that is given an address which is none throws. That is a mistake of a person, so it ends as a
 * condition and not as a fault that is tried for ever.
 *
 * @param plan absent if there is none to be made
 * @param fault why not
 */
record Planning(Optional<Plan> plan, Outcome fault) {

    /** There only while it is false. */
    static final String CONDITION = "Planned";

    private static final Logger LOG = LoggerFactory.getLogger(Planning.class);
    private static final int LONGEST = 200;

    /** A value shorter than this is found in any sentence, and proves nothing. */
    private static final int TELLING = 3;

    static <R extends CustomResource<?, ?>> Planning of(Blueprint<R> blueprint, R resource, Work work) {
        try {
            return new Planning(
                    Optional.of(blueprint.plan(resource, work)), Outcome.done("Planned", "There is a plan."));
        } catch (Refused e) {
            return new Planning(Optional.empty(), e.outcome());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("{}: no plan can be made", Ref.of(resource), e);
            return new Planning(Optional.empty(), Outcome.mistake("SpecInvalid", words(resource, e)));
        }
    }

    private static String words(HasMetadata resource, Throwable fault) {
        var said = fault.getMessage() == null ? "" : fault.getMessage();
        var where = field("spec", Json.MAPPER.valueToTree(resource).path("spec"), said);
        // An IllegalArgumentException was written for whoever gave the argument; others are for whoever wrote the
        // program.
        var why = fault instanceof IllegalArgumentException && !said.isEmpty()
                ? shortened(said)
                : "it led to a " + fault.getClass().getSimpleName() + ", of which the operator's log has the details";
        return where.map(path -> "The value of " + path + " cannot be used: ").orElse("The spec cannot be used: ")
                + why
                + ". Correct it; nothing is changed until then.";
    }

    /** The field whose value the fault quotes. */
    private static Optional<String> field(String path, JsonNode node, String said) {
        if (node.isTextual()) {
            return node.asText().length() >= TELLING && said.contains(node.asText())
                    ? Optional.of(path)
                    : Optional.empty();
        }
        var fields =
                node.properties().stream().map(entry -> field(path + "." + entry.getKey(), entry.getValue(), said));
        var elements = Stream.iterate(0, i -> i < (node.isArray() ? node.size() : 0), i -> i + 1)
                .map(i -> field(path + "[" + i + "]", node.get(i), said));
        return Stream.concat(fields, elements).flatMap(Optional::stream).findFirst();
    }

    private static String shortened(@Nullable String text) {
        var line = String.valueOf(text).replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
