package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubsetTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "what others added counts for nothing | {'a':1}                | {'a':1,'b':2}               | true",
                "a field that somebody changed        | {'a':1}                | {'a':2}                     | false",
                "a field that somebody took away      | {'a':{'b':'x'}}        | {'a':{}}                    | false",
                "an element that somebody added       | {'a':[{'n':'x'}]}      | {'a':[{'n':'y'},{'n':'x'}]} | true",
                "an element that somebody took away   | {'a':['x','y']}        | {'a':['x']}                 | false",
                "nothing is nothing                   | {'a':null}             | {}                          | true",
                "empty text is left out               | {'a':''}               | {}                          | true",
                "false is left out                    | {'a':false}            | {}                          | true",
                "true is not                          | {'a':true}             | {}                          | false",
                "zero is not                          | {'a':0}                | {}                          | false",
                "numbers in another form              | {'a':1}                | {'a':1.0}                   | true",
                "quantities in another form           | {'a':'1024Mi'}         | {'a':'1Gi'}                 | true",
                "other quantities                     | {'a':'1024Mi'}         | {'a':'1G'}                  | false",
                "a number nobody can write out        | {'a':'1e999999999'}    | {'a':'1'}                   | false",
                "texts that begin with a digit        | {'a':'1.2.3'}          | {'a':'1.2.4'}               | false",
                "a number is no text                  | {'a':1}                | {'a':'1'}                   | false"
            })
    void onlyWhatWeWantCounts(String what, String wanted, String actual, boolean holds) throws Exception {
        assertThat(Subset.of(
                        Json.MAPPER.readTree(wanted.replace('\'', '"')),
                        Json.MAPPER.readTree(actual.replace('\'', '"'))))
                .as(what)
                .isEqualTo(holds);
    }
}
