package io.c5c3.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "version", description = "Print the version of this program and of its Java.")
final class VersionCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        // Classes that do not come from a jar (in an editor, in tests) have no manifest to say it.
        var version = Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        common.terminal().print("c5c3 " + version + ", Java " + Runtime.version());
        return 0;
    }
}
