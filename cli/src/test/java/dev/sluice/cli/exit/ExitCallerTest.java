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
    "java.lang.Runtime.gc plugin.Bad.run,",
    "java.lang.Shutdown.exit java.lang.Runtime.exit java.lang.System.exit"
        + " library.Bad.end dev.sluice.Any.work, library.Bad.end"
  })
  void shouldFindWhoCallsExit(String stack, String caller) {
    assertThat(CleanStop.exitCaller(calls(stack)).orElse(null)).isEqualTo(caller);
  }

  /** Whose class loader has its name. */
  @ParameterizedTest
  @CsvSource({
    "java.lang.Shutdown.exit java.lang.Runtime.exit java.lang.System.exit"
        + " bad/plugin.Bad.<clinit> java.lang.Class.forName0, plug-in bad 1.0"
        + " (plugin.Bad.<clinit>)",
    "java.lang.Runtime.exit java.lang.reflect.Method.invoke bad/plugin.Bad.run"
        + " dev.sluice.Any.work, plug-in bad 1.0 (plugin.Bad.run)",
    "bad/plugin.Bad.run dev.sluice.Any.work,"
  })
  void shouldNameThePlugin(String stack, String caller) {
    assertThat(CleanStop.exitCaller(calls(stack)).orElse(null)).isEqualTo(caller);
  }

  private static StackTraceElement[] calls(String stack) {
    return Stream.of(stack.split(" ")).map(ExitCallerTest::call).toArray(StackTraceElement[]::new);
  }

  private static StackTraceElement call(String text) {
    String name = text.substring(text.indexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    boolean jdk = name.startsWith("java") || name.startsWith("jdk");
    String loader = jdk ? null : name.equals(text) ? "app" : "plug-in bad 1.0";
    return new StackTraceElement(
        loader, null, null, name.substring(0, dot), name.substring(dot + 1), null, -1);
  }
}
