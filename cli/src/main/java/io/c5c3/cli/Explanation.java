package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Refusal;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.LocalException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into a sentence that says what to do next. A person never sees a stack trace that was not asked for. */
record Explanation(Map<String, String> environment) implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception problem, CommandLine command, ParseResult arguments) {
        command.getErr().println("c5c3: " + stopped(problem).orElseGet(() -> text(problem)));
        if (wantsDetails(arguments)) {
            problem.printStackTrace(command.getErr());
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** A local cluster that was stopped is the usual reason for no answer, and easily told from others. */
    private Optional<String> stopped(Exception problem) {
        return problem instanceof KubernetesClientException refusal
                        && refusal.getCode() <= 0
                        && Clusters.choose(environment) instanceof Target.Local local
                        && !local.cluster().isRunning()
                ? Optional.of("The local cluster " + local.name() + " does not run: './c5c3 up' starts it.")
                : Optional.empty();
    }

    private boolean wantsDetails(ParseResult arguments) {
        var told = environment.getOrDefault("C5C3_DEBUG", "");
        for (var level = arguments; level != null; level = level.subcommand()) {
            if (level.hasMatchedOption(CommonOptions.DEBUG)) {
                return true;
            }
        }
        return !told.isEmpty() && !told.equals("0");
    }

    static String text(Throwable problem) {
        return switch (problem) {
            case Failure failure -> String.valueOf(failure.getMessage());
            case LocalException local -> String.valueOf(local.getMessage());
            case KubernetesClientException refusal -> text(refusal);
            default ->
                "Something unexpected happened: " + sentence(problem)
                        + " Run the command again with C5C3_DEBUG=1 to see where, and report it.";
        };
    }

    private static String text(KubernetesClientException refusal) {
        if (refusal.getCode() <= 0) {
            return unanswered(refusal);
        }
        return switch (refusal.getCode()) {
            case 401 ->
                "The cluster does not let you in: the login in your kubeconfig is not valid, or not any more. Renew it.";
            case 403 ->
                "You may not do this here: " + Refusal.reason(refusal)
                        + " Use a kubeconfig with more rights, or ask who runs the cluster.";
            default -> "The cluster refused: " + Refusal.reason(refusal);
        };
    }

    private static String unanswered(KubernetesClientException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return "The cluster does not answer (" + sentence(cause)
                        + "). Start the local one with './c5c3 up', or check the one KUBECONFIG leads to.";
            }
        }
        return sentence(problem);
    }

    private static String sentence(Throwable problem) {
        var message = problem.getMessage();
        return message == null || message.isBlank() ? problem.getClass().getSimpleName() : message;
    }
}
