package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitNoteTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "'no such user\ncommand terminated with exit code 1\n' > 'no such user\n'",
                "'command terminated with exit code 127\n'             > ''",
                "'command terminated\n'                                > 'command terminated\n'",
                "'command terminated with exit code 1 or so\n'         > 'command terminated with exit code 1 or so\n'",
                "'comma'                                               > 'comma'",
                "'\nPassword: '                                        > '\nPassword: '",
            })
    void onlyTheNoteIsLeftOut(String written, String passed) throws IOException {
        var out = new ByteArrayOutputStream();
        var filter = new ExitNote(out);
        filter.write(written.getBytes(StandardCharsets.UTF_8));
        filter.finish();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(passed);
    }
}
