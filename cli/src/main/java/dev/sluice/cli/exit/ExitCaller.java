package dev.sluice.cli.exit;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out who ends a process that is ending: nobody does if a signal has come, which a thread of
 * Java handles.
 */
final class ExitCaller {
  /** Of the call itself. */
  private static final Set<String> JAVA =
      Set.of("java.lang.Shutdown", "java.lang.Runtime", "java.lang.System");

  private ExitCaller() {}

  /** Class and method that wait in {@code System.exit} on any thread. */
  static Optional<String> find() {
    return Thread.getAllStackTraces().values().stream()
        .map(ExitCaller::of)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The same on one thread. */
  static Optional<String> of(StackTraceElement... stack) {
    boolean exits =
        Arrays.stream(stack)
            .anyMatch(
                call ->
                    call.getClassName().equals("java.lang.Runtime")
                        && call.getMethodName().equals("exit"));
    return Arrays.stream(stack)
        .filter(call -> exits)
        .dropWhile(call -> !call.getClassName().equals("java.lang.Runtime"))
        .filter(call -> !JAVA.contains(call.getClassName()))
        .findFirst()
        .map(call -> call.getClassName() + "." + call.getMethodName());
  }
}
