package dev.sluice.cli.exit;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a second SIGINT or SIGTERM end a process that is stopping already. Java itself would wait
 * until the first signal has been handled.
 */
final class SecondSignal {
  private static final Logger LOG = LoggerFactory.getLogger(SecondSignal.class);
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";
  private static final int OFFSET = 128;

  private SecondSignal() {}

  /** Makes either signal end the process from now on, with the signal's exit code. */
  static void endAtOnce() {
    try {
      // By reflection, because the compiler's warning about these classes cannot be suppressed.
      Class<?> signal = Class.forName(SIGNAL);
      Class<?> handler = Class.forName(HANDLER);
      Method number = signal.getMethod("getNumber");
      Object ending =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> end(OFFSET + (int) number.invoke(arguments[0])));
      Method handle = signal.getMethod("handle", signal, handler);
      for (String name : List.of("INT", "TERM")) {
        handle.invoke(null, signal.getConstructor(String.class).newInstance(name), ending);
      }
    } catch (ReflectiveOperationException e) {
      LOG.atDebug().setCause(e).log("a second signal waits for the first on this Java");
    }
  }

  private static Object end(int exitCode) {
    System.err.println(
        "sluice: ended at once by a second signal; nothing is lost: run the command again to"
            + " continue");
    Runtime.getRuntime().halt(exitCode);
    throw new IllegalStateException("halted");
  }
}
