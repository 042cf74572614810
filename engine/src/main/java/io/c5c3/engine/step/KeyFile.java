package io.c5c3.engine.step;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.render.Ini;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys of a ring as options in a file, for a service that knows no folder of keys and reads its options when it starts: the first key
 * encrypts, all decrypt. The file is named after the rotation that it came with, so that another rotation is another pod, and a pod that
 * has started has these keys or later ones: without a file of that name no kubelet starts it, however old the Secret is that it knows.
 *
 * @param section of the option
 * @param option is there once for each key
 */
public record KeyFile(String section, String option) {

    /** What is named so in a ring's Secret is no key. */
    static final String SUFFIX = ".conf";

    /** The name of the file after so many rotations. */
    public static String name(int rotations) {
        return "keys-" + rotations + SUFFIX;
    }

    /** Under the name of before as well: pods that have not made way yet may have to start once more. */
    Map<String, String> data(KeyRing ring, int rotations) {
        var text = SecretText.encoded(
                Ini.empty().set(section, option, ring.byUse()).render());
        var data = new TreeMap<>(Map.of(name(rotations), text));
        if (rotations > 0) {
            data.put(name(rotations - 1), text);
        }
        return data;
    }
}
