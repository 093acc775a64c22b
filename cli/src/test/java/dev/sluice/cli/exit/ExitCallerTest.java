package dev.sluice.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCallerTest {
  /** Stacks as those of Java 17 and 25, the innermost call first. */
  @ParameterizedTest
  @CsvSource({
    "java.lang.Object.wait java.lang.Thread.join java.lang.ApplicationShutdownHooks.runHooks"
        + " java.lang.Shutdown.exit java.lang.Runtime.exit java.lang.System.exit plugin.Bad.apply"
        + " java.lang.Thread.run, plugin.Bad.apply",
    "java.lang.Shutdown.exit java.lang.Runtime.exit plugin.Bad.run, plugin.Bad.run",
    "java.lang.Shutdown.exit java.lang.Terminator$1.handle jdk.internal.misc.Signal$1.run"
        + " java.lang.Thread.run,",
    "java.lang.Runtime.gc plugin.Bad.run,"
  })
  void shouldFindWhoCallsExit(String stack, String caller) {
    StackTraceElement[] calls =
        Stream.of(stack.split(" "))
            .map(
                call -> {
                  int dot = call.lastIndexOf('.');
                  return new StackTraceElement(
                      call.substring(0, dot), call.substring(dot + 1), null, -1);
                })
            .toArray(StackTraceElement[]::new);

    assertThat(ExitCaller.of(calls).orElse(null)).isEqualTo(caller);
  }
}
