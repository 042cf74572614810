package io.c5c3.javadoc;

import com.sun.source.doctree.ParamTree;
import com.sun.source.util.DocTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.StandardLocation;

/**
 * Writes the Javadoc of types, of the components of records, of the methods of interfaces and of the constants of enums to a file beside
 * the classes: one line each, {@code Type=text} and {@code Type#member=text}, with the names that {@link Class#getName} gives.
 */
@SupportedAnnotationTypes("*")
public final class DescriptionsProcessor extends AbstractProcessor {

    /** The file, from the root of the class path. */
    public static final String FILE = "META-INF/descriptions.properties";

    private final Map<String, String> lines = new TreeMap<>();

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        ElementFilter.typesIn(round.getRootElements()).forEach(this::describe);
        if (round.processingOver()) {
            write();
        }
        return false;
    }

    private void describe(TypeElement type) {
        var name = processingEnv.getElementUtils().getBinaryName(type).toString();
        var trees = DocTrees.instance(processingEnv);
        var text = trees.getDocCommentTree(type);
        if (text != null) {
            put(name, DocText.of(text.getFullBody()));
            text.getBlockTags().stream()
                    .filter(tag -> tag instanceof ParamTree param && !param.isTypeParameter())
                    .map(ParamTree.class::cast)
                    .forEach(param -> put(name + "#" + param.getName(), DocText.of(param.getDescription())));
        }
        for (var member : type.getEnclosedElements()) {
            if (member instanceof TypeElement inner) {
                describe(inner);
            } else if (described(type, member)) {
                var words = trees.getDocCommentTree(member);
                if (words != null) {
                    put(name + "#" + member.getSimpleName(), DocText.of(words.getFullBody()));
                }
            }
        }
    }

    private static boolean described(TypeElement type, Element member) {
        return switch (member.getKind()) {
            case ENUM_CONSTANT -> true;
            case METHOD -> type.getKind().isInterface();
            default -> false;
        };
    }

    private void put(String key, String text) {
        if (!text.isEmpty()) {
            lines.put(key, text);
        }
    }

    private void write() {
        try (var writer = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", FILE)
                .openWriter()) {
            for (var line : lines.entrySet()) {
                writer.write(line.getKey() + "=" + line.getValue().replace("\\", "\\\\") + "\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The descriptions could not be written", e);
        }
    }
}
