package dev.sluice.operators.plugin;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Looks at operators of plug-ins while they work, on a daemon thread: one that exceeds a limit is
 * interrupted; if it ignores that, the process must end. Thread-safe.
 */
public final class PluginWatch {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long INTERVAL_MILLIS = 10;

  /** A process that was suspended has not worked meanwhile. */
  private static final long LONGEST_INTERVAL_NANOS = 100_000_000;

  private final PluginLimits limits;
  private final Consumer<String> ending;
  private final List<PluginCall> calls = new CopyOnWriteArrayList<>();
  private final ThreadLocal<PluginCall> ofThread = ThreadLocal.withInitial(this::register);

  private PluginWatch(PluginLimits limits, Consumer<String> ending) {
    this.limits = limits;
    this.ending = ending;
  }

  /**
   * Starts to look.
   *
   * @param ending ends the process, with this as its last words
   */
  public static PluginWatch start(PluginLimits limits, Consumer<String> ending) {
    PluginWatch watch = new PluginWatch(limits, ending);
    Thread thread = new Thread(watch::run, "plugin-watch");
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
    return watch;
  }

  private PluginCall register() {
    PluginCall call = new PluginCall();
    calls.add(call);
    return call;
  }

  /** The calling thread begins to ask an operator about a document. */
  PluginCall beginDocument(String who, Supplier<String> about) {
    return begin(who, about, limits.document());
  }

  /** The calling thread begins to ask for the operators of a plug-in, or for one of them. */
  PluginCall beginLoading(String who, String what) {
    return begin(who, () -> what, limits.loading());
  }

  private PluginCall begin(String who, Supplier<String> about, Duration most) {
    PluginCall call = ofThread.get();
    call.begin(who, about, most, THREADS.getCurrentThreadAllocatedBytes());
    return call;
  }

  private void run() {
    long before = System.nanoTime();
    while (sleep()) {
      long now = System.nanoTime();
      look(Math.min(now - before, LONGEST_INTERVAL_NANOS));
      before = now;
    }
  }

  private void look(long elapsed) {
    for (PluginCall call : calls) {
      if (call.isOver()) {
        calls.remove(call);
      } else {
        call.look(elapsed, used(call.threadId()), limits).ifPresent(ending);
      }
    }
  }

  private static PluginCall.Used used(long thread) {
    return new PluginCall.Used(
        THREADS.getThreadCpuTime(thread), THREADS.getThreadAllocatedBytes(thread));
  }

  private static boolean sleep() {
    try {
      Thread.sleep(INTERVAL_MILLIS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
