package io.c5c3.cli.up;

import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.StatusText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns pictures of a plane into news: one sentence for each resource that is not as it was before. */
final class Chronicle {
    private final Map<String, String> told = new HashMap<>();

    List<String> news(List<Forest.Node> trees) {
        var news = new ArrayList<String>();
        for (var node : Forest.all(trees)) {
            var sentence = StatusText.sentence(node);
            if (!sentence.equals(told.put(node.resource().uid(), sentence))) {
                news.add(sentence);
            }
        }
        return news;
    }
}
