package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Map;
import java.util.TreeMap;

/** The shell scripts by which pods start, as the folder of files that they see. */
final class Scripts {

    static final String DATABASE = "database.sh";
    static final String SWITCH = "switch.sh";

    private static final String FOLDER = "/etc/c5c3";

    private Scripts() {}

    static ConfigFiles files(String prefix, Map<String, String> labels, String script) {
        return new ConfigFiles(prefix, labels, new TreeMap<>(Map.of(script, Shipped.file(Scripts.class, script))));
    }

    static VolumeMount mount(ConfigFiles files) {
        return Containers.readOnly(files.volume().getName(), FOLDER);
    }

    static String path(String script) {
        return FOLDER + "/" + script;
    }
}
