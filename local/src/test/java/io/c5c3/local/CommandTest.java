package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CommandTest {
    @Test
    void aFailureIsOneSentenceThatNamesAFileWithTheRest() throws Exception {
        var problem = catchThrowable(() -> Command.of("sh", "-c", "echo first; echo why it failed; echo; exit 3")
                .otherwise("The thing cannot be made", "do that and run the same command again")
                .run());

        assertThat(problem).isInstanceOf(LocalException.class);
        var sentence = problem.getMessage();
        assertThat(sentence)
                .startsWith("The thing cannot be made ('sh' ended with status 3: why it failed):"
                        + " do that and run the same command again; all that it said is in /")
                .endsWith(".log.")
                .hasLineCount(1);
        var log = Path.of(sentence.substring(sentence.indexOf(" is in /") + 7, sentence.length() - 1));
        assertThat(Files.readString(log)).startsWith("sh -c ").endsWith("\n\nfirst\nwhy it failed\n\n");
    }

    @Test
    void anErrorSaysMoreThanAWarningAfterIt() {
        assertThat(Command.lastLine("E: no network\nE: no index \nW: configured twice\n"))
                .isEqualTo("E: no index");
        assertThat(Command.lastLine("one\ntwo\n\n")).isEqualTo("two");
        assertThat(Command.lastLine("")).isEqualTo("it said nothing");
    }

    @Test
    void aProgramThatIsNotThere() {
        assertThatThrownBy(() -> Command.of("/no/such/program").run())
                .isInstanceOf(LocalException.class)
                .hasMessageStartingWith("'/no/such/program' cannot be run");
    }

    /** A thread that reads what a silent program prints would not hear that it has been interrupted. */
    @Test
    void anInterruptionEndsTheProgramAndItsChildren() throws Exception {
        var begun = new CountDownLatch(1);
        var problem = new AtomicReference<Throwable>();
        var child = new AtomicReference<ProcessHandle>();
        var thread = Thread.ofVirtual()
                .start(() -> problem.set(catchThrowable(() -> Command.of("sh", "-c", "sleep 600 & echo $!; wait")
                        .run(line -> {
                            child.set(ProcessHandle.of(Long.parseLong(line)).orElseThrow());
                            begun.countDown();
                        }))));
        begun.await();

        thread.interrupt();
        thread.join();

        assertThat(Interruption.isWhy(problem.get())).isTrue();
        Await.atMost(Duration.ofSeconds(20), "the child to end").until(() -> !ProcessTable.isAlive(child.get()));
    }
}
