package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the content of a Secret may go. A resource names a Secret and an address that it is sent to; somebody who may write resources but
 * not read Secrets could have any Secret of the namespace sent to a server of their own. So an address that is not of this namespace must
 * be known to the Secret, which only those can change who may write Secrets: in its own content, or in the annotation {@value #ALLOWED}.
 *
 * @param secret the one that is sent
 * @param written the key of the Secret that may name the address too, a host or a URL; several with commas
 * @param field the field of the resource that names the address, for people
 */
public record SentTo(String secret, String written, String field) {

    /** On a Secret: the hosts that its content may be sent to, with commas between them. */
    public static final String ALLOWED = "c5c3.io/sent-to";

    private static final List<String> DOMAINS = List.of("", ".svc", ".svc.cluster.local");

    /** Whether the host is a Service of the namespace that was made for one of these resources. */
    public static boolean isOurs(String host, List<? extends HasMetadata> resources) {
        return resources.stream().map(HasMetadata::getMetadata).anyMatch(resource -> {
            var full = resource.getName() + "." + resource.getNamespace();
            return host.equals(resource.getName()) || DOMAINS.stream().anyMatch(domain -> host.equals(full + domain));
        });
    }

    /** The host of a URL, as far as one can be told. */
    public static String host(String url) {
        try {
            return Optional.ofNullable(new URI(url).getHost()).orElse(url);
        } catch (URISyntaxException e) {
            return url;
        }
    }

    /** What to say if the Secret does not know the address; nothing is said of a Secret that is not there. */
    public Optional<Outcome> refused(Facts facts, String address) {
        return facts.find(Secret.class, secret)
                .filter(found -> allowed(found).noneMatch(address.toLowerCase(Locale.ROOT)::equals))
                .map(found -> Outcome.waiting(
                                "SecretNotForThisAddress",
                                field + " would have the content of " + Ref.of(found) + " sent to " + address
                                        + ", which the Secret does not know. Whoever keeps the Secret allows it with:"
                                        + " kubectl annotate -n "
                                        + found.getMetadata().getNamespace() + " secret "
                                        + secret + " " + ALLOWED + "=" + address)
                        .on(Ref.of(found)));
    }

    private Stream<String> allowed(Secret found) {
        var annotations = found.getMetadata().getAnnotations();
        var data = found.getData();
        return Stream.of(
                        Optional.ofNullable(annotations).map(all -> all.get(ALLOWED)),
                        Optional.ofNullable(data).map(all -> all.get(written)).map(SecretText::decoded))
                .flatMap(Optional::stream)
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .map(text -> text.contains("://") ? host(text) : text)
                .flatMap(text -> Stream.of(text, text.replaceFirst(":[0-9]+$", "")))
                .map(text -> text.toLowerCase(Locale.ROOT));
    }
}
