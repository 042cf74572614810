package io.c5c3.cli.cluster;

import io.c5c3.local.image.Images;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Images that './c5c3 images load' puts into a cluster. Only this program knows that: to an operator, a local cluster is like any other.
 *
 * @param names what that command calls them, by what pods call them; asked for only when an image is missing, since reading all recipes
 *     takes a while
 */
public record LoadableImages(Supplier<Map<String, String>> names) {

    /** What kubelets say of a container whose image cannot be had. */
    private static final Pattern MISSING = Pattern.compile("\\b(ErrImageNeverPull|ErrImagePull|ImagePullBackOff)\\b");

    public LoadableImages(Map<String, String> names) {
        this(() -> names);
    }

    /** None where images come from a registry. */
    public static LoadableImages of(Target target) {
        return new LoadableImages(target instanceof Target.Local ? Images::references : Map::of);
    }

    /** What to do about a trouble, if an image that can be loaded is its cause. */
    public Optional<String> remedy(String trouble) {
        if (!MISSING.matcher(trouble).find()) {
            return Optional.empty();
        }
        return new TreeMap<>(names.get())
                .entrySet().stream()
                        .filter(image -> mentions(trouble, image.getKey()))
                        .map(image -> "The local cluster lacks the image " + image.getKey() + ": './c5c3 images load "
                                + image.getValue() + "' loads it.")
                        .findFirst();
    }

    /** One reference may begin with another. */
    private static boolean mentions(String text, String reference) {
        return Pattern.compile("(?<![\\w./-])" + Pattern.quote(reference) + "(?![\\w-]|\\.\\w)")
                .matcher(text)
                .find();
    }
}
