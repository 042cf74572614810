package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Enrolments;
import io.c5c3.cli.terminal.Text;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "enroll",
        description = {
            "Let the operators work in a namespace: they read and write Secrets, workloads and all else only where"
                    + " this was said.",
            "It takes effect at once, without a restart. 'up' does it for the namespaces of the file that it is given."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 enroll cloud-b                a namespace for a control plane",
            "  ./c5c3 enroll cloud-b --privileged   the same, for one that has hypervisors: their pods are root on the"
                    + " nodes",
            "  ./c5c3 enroll cloud-b --withdraw     no longer"
        })
final class EnrollCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "NAMESPACE", arity = "1..*", description = "The namespaces, which have to exist.")
    private List<String> namespaces = List.of();

    @Option(
            names = "--privileged",
            description = "Also allow pods there that are privileged or use the node's network, files or processes:"
                    + " hypervisors and virtual switches need it. Whoever may make such a resource there is then"
                    + " root on the nodes.")
    private boolean privileged;

    @Option(names = "--withdraw", description = "Take it back: what runs there goes on, and nobody looks after it.")
    private boolean withdraw;

    @Override
    public Integer call() {
        try (var client = Clusters.choose().connect()) {
            var enrolments = new Enrolments(client);
            for (var namespace : namespaces) {
                common.terminal()
                        .print(Text.of(withdraw ? withdraw(enrolments, namespace) : enroll(enrolments, namespace)));
            }
        }
        return 0;
    }

    private static String withdraw(Enrolments enrolments, String namespace) {
        return enrolments.withdraw(namespace)
                ? "The namespace " + namespace
                        + " is no longer enrolled: what runs there goes on, and nobody looks after it."
                : "The namespace " + namespace + " was not enrolled.";
    }

    private String enroll(Enrolments enrolments, String namespace) {
        var changed = enrolments.enroll(namespace, privileged);
        return "The namespace " + namespace + (changed ? " is enrolled now" : " was enrolled already")
                + (enrolments.isPrivileged(namespace)
                        ? "; privileged pods are allowed there."
                        : "; privileged pods are not allowed there.");
    }
}
