package io.c5c3.cli.cluster;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.stream.Collectors;

/** Why the API server did not take an object, without the words around it. */
public final class Refusal {
    private Refusal() {}

    public static String reason(KubernetesClientException refusal) {
        var status = refusal.getStatus();
        if (status == null) {
            return String.valueOf(refusal.getMessage());
        }
        var details = status.getDetails();
        var causes = details == null || details.getCauses() == null
                ? List.<String>of()
                : details.getCauses().stream()
                        .map(cause ->
                                cause.getField() == null || cause.getField().isBlank()
                                        ? cause.getMessage()
                                        : cause.getField() + ": " + cause.getMessage())
                        .toList();
        var text = causes.isEmpty()
                ? String.valueOf(status.getMessage())
                : causes.stream().collect(Collectors.joining("; "));
        return text.endsWith(".") ? text : text + ".";
    }
}
