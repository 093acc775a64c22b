package dev.sluice.cli.exit;

import dev.sluice.app.health.Health;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.progress.Terminal;
import dev.sluice.app.run.Halt;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes SIGINT and SIGTERM stop a command cleanly. The command's thread is interrupted, and the
 * process ends only when the command has closed everything. The exit code is the signal's, 130 or
 * 143. A second signal ends the process at once.
 *
 * <p>If a plug-in or a library ends the process while a command works, the command is stopped in
 * the same way, and the exit code is that of a failure, regardless of the requested one.
 */
public final class CleanStop {
  private static final Map<Thread, CleanStop> GUARDED = new ConcurrentHashMap<>();
  private static final AtomicBoolean WATCHED = new AtomicBoolean();

  /**
   * Time limit for a clean stop; after that, the process ends as if killed. The thread that ends
   * the process may have to end first.
   */
  private static final long LONGEST_STOP_SECONDS = 10;

  private final Thread command;
  private final Runnable onStop;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final StopRequest request = new StopRequest();
  private final AtomicBoolean said = new AtomicBoolean();

  /** The work of a command. It checks regularly whether it should stop. */
  @FunctionalInterface
  public interface Work<T> {
    T call(StopRequest stop) throws Exception;
  }

  /** Thrown when a command has stopped on request and has closed everything. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoppedException(Throwable cause) {
      super("stopped cleanly; run the command again to continue", cause);
    }
  }

  private CleanStop(Thread command, Runnable onStop) {
    this.command = command;
    this.onStop = onStop;
  }

  /** Guards work that is short, or that reacts to interrupts. */
  public static <T> T guard(Callable<T> work) throws Exception {
    return guard(stop -> work.call());
  }

  /**
   * Runs a command's work on this thread, guarded until it returns or throws.
   *
   * @throws StoppedException if the command was asked to stop, whatever the work threw
   */
  public static <T> T guard(Work<T> work) throws Exception {
    return guard(() -> {}, work);
  }

  /** Guards work during which the process answers over HTTP. */
  public static <T> T guard(Served served, Work<T> work) throws Exception {
    if (served.http().port().isEmpty()) {
      return guard(() -> served.health().enter(Health.Phase.STOPPING), work);
    }
    HttpEndpoint endpoint = served.start();
    try {
      return guard(() -> served.health().enter(Health.Phase.STOPPING), work);
    } finally {
      endpoint.close();
    }
  }

  private static <T> T guard(Runnable onStop, Work<T> work) throws Exception {
    watch();
    CleanStop stop = new CleanStop(Thread.currentThread(), onStop);
    GUARDED.put(stop.command, stop);
    try {
      T result = work.call(stop.request);
      stop.sayIfStopped(); // the process may end before the result is printed
      return result;
    } catch (Exception e) {
      if (stop.sayIfStopped()) {
        throw new StoppedException(e);
      }
      throw e;
    } finally {
      GUARDED.remove(stop.command);
      stop.closed.countDown();
    }
  }

  /** Registers the shutdown hook once per process, for all of its commands. */
  private static void watch() {
    if (WATCHED.compareAndSet(false, true)) {
      Runtime.getRuntime().addShutdownHook(new Thread(CleanStop::end, "clean-stop"));
    }
  }

  private boolean sayIfStopped() {
    if (request.isMade() && said.compareAndSet(false, true)) {
      System.err.println(
          Terminal.lineStart() + "sluice: stopped cleanly; run the command again to continue");
    }
    return request.isMade();
  }

  /**
   * Stops the command that a thread runs. The process continues.
   *
   * @return whether the thread was running a command's work
   */
  public static boolean ask(Thread command) {
    Optional<CleanStop> stop = Optional.ofNullable(GUARDED.get(command));
    stop.ifPresent(CleanStop::ask);
    return stop.isPresent();
  }

  private void ask() {
    onStop.run();
    request.make(command);
  }

  /**
   * Stops all commands when the process ends, because of a signal, a plug-in or a library, or
   * because Sluice has finished.
   */
  private static void end() {
    List<CleanStop> working = working();
    if (!working.isEmpty()) {
      Logging.beginStop(); // first, because libraries complain once work begins to close
      stop(working);
    }
  }

  /** Returns the commands that are at work. */
  static List<CleanStop> working() {
    return List.copyOf(GUARDED.values());
  }

  private static void stop(List<CleanStop> working) {
    failIfCalled(working);
    System.err.println(
        Terminal.lineStart()
            + "sluice: stopping; run the command again to continue; press Ctrl-C again to end at"
            + " once");
    SecondSignal.endAtOnce();
    stopAll(working);
  }

  /** Asks commands to stop, and waits until they have closed everything. */
  static void stopAll(List<CleanStop> working) {
    working.forEach(CleanStop::ask);
    try {
      for (CleanStop stop : working) {
        while (!stop.closed.await(1, TimeUnit.SECONDS)) {
          failIfCalled(working); // by work that was interrupted just now
        }
        stop.sayIfStopped(); // the work may have ended just before it was asked
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails if code other than Sluice ends the process while a command works. */
  private static void failIfCalled(List<CleanStop> working) {
    if (working.stream().anyMatch(stop -> stop.closed.getCount() > 0)) {
      Thread.getAllStackTraces().values().stream()
          .map(CleanStop::exitCaller)
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(caller -> fail(caller, working));
    }
  }

  /**
   * Returns the method that called {@code System.exit}. If the method belongs to a plug-in, the
   * name of its class loader is included. Classes of the JDK have no named loader.
   */
  static Optional<String> exitCaller(StackTraceElement... stack) {
    return Arrays.stream(stack)
        .dropWhile(
            call ->
                !(call.getClassName().equals("java.lang.Runtime")
                    && call.getMethodName().equals("exit")))
        .filter(call -> call.getClassLoaderName() != null)
        .findFirst()
        .map(
            call -> {
              String method = call.getClassName() + "." + call.getMethodName();
              String loader = call.getClassLoaderName();
              return loader.equals("app") ? method : "%s (%s)".formatted(loader, method);
            });
  }

  private static void fail(String caller, List<CleanStop> working) {
    working.forEach(CleanStop::ask);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_STOP_SECONDS);
    try {
      for (CleanStop stop : working) {
        stop.closed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Halt.end(
        "%s called System.exit, which only Sluice may do: fix or remove this call, then run the command again to continue"
            .formatted(caller));
  }

  /**
   * Lets a second SIGINT or SIGTERM end a process that is already stopping. Java itself would wait
   * until the first signal has been handled.
   */
  static final class SecondSignal {
    private static final Logger LOG = LoggerFactory.getLogger(SecondSignal.class);
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";
    private static final int OFFSET = 128;

    private SecondSignal() {}

    /** Makes each signal end the process from now on, with the signal's exit code. */
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
        LOG.atDebug()
            .setCause(e)
            .log("on this version of Java, a second signal waits for the first");
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
}
