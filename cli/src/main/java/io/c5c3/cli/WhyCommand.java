package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.plane.CauseText;
import io.c5c3.cli.plane.LiveEvidence;
import io.c5c3.cli.plane.Subject;
import io.c5c3.cli.plane.Why;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "why",
        description =
                "Explain why something is not ready: from resource to resource, down to the pods, their last words and events.",
        footer = {
            "",
            "Examples:",
            "  ./c5c3 why                          the control plane, when there is one",
            "  ./c5c3 why keystone/keystone        a resource; kinds in any case, and by their short names",
            "  ./c5c3 why deployment/keystone-api  or something that runs: Deployment, StatefulSet, DaemonSet, Job, Pod"
        })
final class WhyCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(arity = "0..1", paramLabel = "KIND/NAME", description = "What to explain. Default: the control plane.")
    private Optional<String> subject = Optional.empty();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Where it is. Default: wherever something has that name.")
    private Optional<String> namespace = Optional.empty();

    @Override
    public Integer call() {
        var target = Clusters.choose();
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            var terminal = common.terminal();
            var found = Subject.find(kinds, subject, namespace);
            var evidence = LiveEvidence.gather(client, kinds, found.namespace(), LoadableImages.of(target));
            var cause = found.explain(new Why(evidence, Instant.now()), evidence);
            var width = terminal.interactive() ? terminal.size().width() : Integer.MAX_VALUE;
            CauseText.lines(cause, width).forEach(terminal::print);
            return 0;
        }
    }
}
