package io.c5c3.cli.cluster;

import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * YAML as kubectl reads it: 0644 is octal and yes is true, as YAML 1.1 says, but dates and 12:30:45 stay the text they are in JSON.
 */
final class Yaml {
    private static final Pattern INTEGER =
            Pattern.compile("^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+)$");

    private Yaml() {}

    /** The documents of a stream, as maps, lists and values. */
    static Iterable<Object> documents(String text) {
        var loading = new LoaderOptions();
        var dumping = new DumperOptions();
        return new org.yaml.snakeyaml.Yaml(
                        new SafeConstructor(loading), new Representer(dumping), dumping, loading, new Scalars())
                .loadAll(text);
    }

    private static final class Scalars extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
            addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
            addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
            addImplicitResolver(Tag.MERGE, MERGE, "<");
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }
}
