package io.c5c3.tests.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * How the tests of a run ended, from its report.
 *
 * @param skipped names by the reason for which they were not run
 */
record TempestReport(List<String> passed, List<String> failed, Map<String, List<String>> skipped) {

    static TempestReport of(Path file) throws IOException {
        var passed = new ArrayList<String>();
        var failed = new ArrayList<String>();
        var skipped = new TreeMap<String, List<String>>();
        for (var test : elements(file, "testcase")) {
            // Without the ids and marks, which tell a person nothing.
            var name = test.getAttribute("name").replaceAll("\\[.*", "");
            var reasons = test.getElementsByTagName("skipped");
            if (reasons.getLength() > 0) {
                skipped.computeIfAbsent(reasons.item(0).getTextContent().strip(), reason -> new ArrayList<>())
                        .add(name);
            } else if (test.getElementsByTagName("failure").getLength() > 0) {
                failed.add(name);
            } else {
                passed.add(name);
            }
        }
        return new TempestReport(passed, failed, skipped);
    }

    private static List<Element> elements(Path file, String name) throws IOException {
        try {
            var found = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getElementsByTagName(name);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> (Element) found.item(i))
                    .toList();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(e);
        }
    }

    /** For people: figures, then what was skipped and why. */
    String table() {
        var number = skipped.values().stream().mapToInt(List::size).sum();
        return passed.size() + " passed, " + failed.size() + " failed, " + number + " skipped\n\n"
                + "| skipped | why | the first of them |\n|---|---|---|\n"
                + skipped.entrySet().stream()
                        .map(entry -> "| " + entry.getValue().size() + " | "
                                + entry.getKey().replaceAll("\\s+", " ") + " | `"
                                + entry.getValue().getFirst() + "` |\n")
                        .collect(Collectors.joining());
    }
}
