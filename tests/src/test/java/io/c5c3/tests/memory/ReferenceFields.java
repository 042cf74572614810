package io.c5c3.tests.memory;

import io.c5c3.api.catalogue.Twins;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds, in the records of a kind, every field that names an object, a namespace, a Secret or an address. */
final class ReferenceFields {

    /** The path of such a field from the spec on; "0" stands for the first member of a list. */
    record Field(List<String> path, Class<?> type) {

        String last() {
            var name = path.getLast();
            return "0".equals(name) ? path.get(path.size() - 2) : name;
        }

        @Override
        public String toString() {
            return String.join(".", path);
        }
    }

    private static final Pattern NAME = Pattern.compile(
            "(?i).*(ref|refs|namespace|secret|secretname|host|hosts|hostname|url|endpoint|servers|connection|issuer)$");

    /** Pods' own fields are Kubernetes', which lets a pod refer to nothing outside of its namespace. */
    private static final Pattern OURS = Pattern.compile("io\\.c5c3\\.api\\..*");

    private static final int DEEPEST = 8;

    private ReferenceFields() {}

    static List<Field> of(Class<?> kind) {
        var spec = ((ParameterizedType)
                        Twins.first(kind.asSubclass(HasMetadata.class)).getGenericSuperclass())
                .getActualTypeArguments()[0];
        var found = new ArrayList<Field>();
        walk(spec, List.of(), found);
        return found;
    }

    private static void walk(Type type, List<String> path, List<Field> found) {
        if (path.size() > DEEPEST) {
            return;
        }
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            walk(list.getActualTypeArguments()[0], with(path, "0"), found);
        } else if (type instanceof Class<?> record
                && record.isRecord()
                && OURS.matcher(record.getName()).matches()) {
            for (var component : record.getRecordComponents()) {
                visit(component, with(path, component.getName()), found);
            }
        }
    }

    private static void visit(RecordComponent component, List<String> path, List<Field> found) {
        var type = component.getGenericType();
        if (NAME.matcher(component.getName()).matches()) {
            if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
                found.add(new Field(with(path, "0"), raw(list.getActualTypeArguments()[0])));
            } else {
                found.add(new Field(path, component.getType()));
            }
        }
        walk(type, path, found);
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class<?> plain ? plain : Object.class;
    }

    private static List<String> with(List<String> path, String next) {
        var longer = new ArrayList<>(path);
        longer.add(next);
        return List.copyOf(longer);
    }
}
