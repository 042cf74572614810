package io.c5c3.javadoc;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.StartElementTree;
import java.util.List;
import java.util.stream.Collectors;

/** Javadoc as plain words on one line. */
final class DocText {

    private DocText() {}

    static String of(List<? extends DocTree> parts) {
        return parts.stream()
                .map(DocText::of)
                .collect(Collectors.joining())
                .strip()
                .replaceAll("\\s+", " ");
    }

    private static String of(DocTree part) {
        return switch (part) {
            case LiteralTree code -> code.getBody().getBody();
            case LinkTree link ->
                link.getLabel().isEmpty()
                        ? link.getReference().getSignature().replaceAll("^.*[.#]", "")
                        : of(link.getLabel());
            case StartElementTree tag -> " ";
            case EndElementTree tag -> " ";
            default -> part.toString();
        };
    }
}
