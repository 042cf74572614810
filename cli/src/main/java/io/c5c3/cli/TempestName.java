package io.c5c3.cli;

import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.tempest.Suite;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which tests a person means. */
final class TempestName {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The Tempest. Default: the only one there is.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Where it is. Default: wherever something has that name.")
    private Optional<String> namespace = Optional.empty();

    Suite find(KubernetesClient client) {
        return Suite.find(client, new Kinds(client), name, namespace);
    }
}
