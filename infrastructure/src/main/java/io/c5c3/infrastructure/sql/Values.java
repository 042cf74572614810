package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** What a Secret says. */
public final class Values {

    private Values() {}

    /** The decoded values of a Secret; none if it is not there. */
    public static Map<String, String> of(Work work, String secret) {
        var values = new TreeMap<String, String>();
        work.find(Secret.class, secret)
                .map(Secret::getData)
                .ifPresent(data -> data.forEach((key, value) -> values.put(key, decoded(value))));
        return values;
    }

    /** Without the newline that {@code --from-file} leaves behind, and that the server's own image drops as well. */
    private static String decoded(String value) {
        var text = new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8);
        return text.replaceFirst("[\\r\\n]+$", "");
    }
}
