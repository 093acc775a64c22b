package dev.sluice.operators.plugin;

import dev.sluice.core.EndingFailure;
import dev.sluice.core.values.DurationText;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs code of plug-ins with a time limit, and interrupts code that exceeds it. If the code ignores
 * the interrupt, the process must end, because Java cannot stop a thread. Thread-safe.
 *
 * <p>A daemon thread checks the calls every 50 ms and adds up these intervals, so time in which the
 * process is suspended does not count.
 */
public final class PluginWatch {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Duration LOADING = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Limits limits;
  private final Consumer<String> ending;
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();

  private PluginWatch(Limits limits, Consumer<String> ending) {
    this.limits = limits;
    this.ending = ending;
  }

  /**
   * The time limits of calls.
   *
   * @param document limit for one document
   * @param loading limit for listing a plug-in's operators, and for creating one of them
   * @param grace limit for ending after an interrupt
   */
  record Limits(Duration document, Duration loading, Duration grace) {}

  /**
   * Starts a watch.
   *
   * @param document time for one document; loading may take as long, and at least 30 s
   * @param ending ends the process with this message
   */
  public static PluginWatch start(Duration document, Consumer<String> ending) {
    Duration loading = document.compareTo(LOADING) > 0 ? document : LOADING;
    return start(new Limits(document, loading, GRACE), ending);
  }

  static PluginWatch start(Limits limits, Consumer<String> ending) {
    PluginWatch watch = new PluginWatch(limits, ending);
    Thread thread = new Thread(watch::run, "plugin-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  /**
   * Calls an operator for a document.
   *
   * @param who names the operator in messages
   * @param document describes the document; called only for a message
   * @throws Failure if the time limit is exceeded
   */
  <T> T ask(ClassLoader loader, String who, Supplier<String> document, Supplier<T> code) {
    return run(loader, new Call(limits.document(), who, document), code);
  }

  /**
   * Calls a plug-in for the list of its operators, or to create one.
   *
   * @param who names the plug-in in messages
   * @param what names the request in messages
   * @throws Failure if the time limit is exceeded
   */
  <T> T load(ClassLoader loader, String who, String what, Supplier<T> code) {
    return run(loader, new Call(limits.loading(), who, () -> what), code);
  }

  /**
   * Runs code with the plug-in's class loader as the context class loader, by which the plug-in's
   * libraries find services.
   */
  private <T> T run(ClassLoader loader, Call call, Supplier<T> code) {
    ClassLoader before = call.thread.getContextClassLoader();
    call.thread.setContextClassLoader(loader);
    calls.add(call);
    try {
      return code.get();
    } finally {
      calls.remove(call);
      call.thread.setContextClassLoader(before);
      call.end(); // what the code returned or threw after its interrupt is ignored
    }
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL.toMillis());
        calls.forEach(Call::look);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the process itself ends this thread
    }
  }

  /** A call of a plug-in on one thread. */
  private final class Call {
    private final Thread thread = Thread.currentThread();
    private final Duration most;
    private final String who;
    private final Supplier<String> what;
    private Duration taken = Duration.ZERO;
    private boolean late;

    Call(Duration most, String who, Supplier<String> what) {
      this.most = most;
      this.who = who;
      this.what = what;
    }

    private synchronized void look() {
      taken = taken.plus(INTERVAL);
      if (!late && taken.compareTo(most) > 0) {
        late = true;
        thread.interrupt();
      } else if (late && taken.compareTo(most.plus(limits.grace())) > 0) {
        calls.remove(this);
        ending.accept(message());
      }
    }

    private synchronized void end() {
      if (late) {
        Thread.interrupted();
        throw new Failure(message());
      }
    }

    private String message() {
      return "%s takes longer than %s for %s. Fix the operator, or raise --plugin-timeout"
          .formatted(who, DurationText.format(most), what.get());
    }
  }

  /**
   * Thrown if an operator of a plug-in breaks the contract of operators. The work cannot continue,
   * because a second run could have a different result. The message names the operator, the
   * plug-in, the document and a remedy.
   */
  public static final class Failure extends EndingFailure {
    private static final long serialVersionUID = 1L;

    /** Creates a failure without a cause. */
    public Failure(String message) {
      super(message, null);
    }

    /** Creates a failure with the plug-in's stack trace. */
    public Failure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
