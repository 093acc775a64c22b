package dev.sluice.cli.exit;

import dev.sluice.operators.plugin.Plugins;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who ends a process that is ending: nobody does if a signal has come, which a thread of Java
 * handles.
 *
 * @param call class and method that wait in {@code System.exit}
 * @param plugin that they are of, if they are of one
 */
record ExitCaller(String call, Optional<String> plugin) {
  /** Classes of the call itself. */
  private static final Set<String> JAVA =
      Set.of("java.lang.Shutdown", "java.lang.Runtime", "java.lang.System");

  /** Those on all threads: a second one waits for the first. */
  static Stream<ExitCaller> all() {
    return Thread.getAllStackTraces().values().stream()
        .map(ExitCaller::of)
        .flatMap(Optional::stream);
  }

  /** The one on a thread. */
  static Optional<ExitCaller> of(StackTraceElement... stack) {
    boolean exits =
        Arrays.stream(stack)
            .anyMatch(
                call ->
                    call.getClassName().equals("java.lang.Runtime")
                        && call.getMethodName().equals("exit"));
    List<StackTraceElement> calls =
        Arrays.stream(stack)
            .filter(call -> exits)
            .dropWhile(call -> !call.getClassName().equals("java.lang.Runtime"))
            .filter(call -> !JAVA.contains(call.getClassName()))
            .toList();
    return calls.stream()
        .filter(call -> Plugins.nameOf(call).isPresent())
        .findFirst()
        .or(() -> calls.stream().findFirst())
        .map(
            call ->
                new ExitCaller(
                    call.getClassName() + "." + call.getMethodName(), Plugins.nameOf(call)));
  }

  /** For messages. */
  @Override
  public String toString() {
    return plugin.map(name -> "%s (%s)".formatted(name, call)).orElse(call);
  }
}
