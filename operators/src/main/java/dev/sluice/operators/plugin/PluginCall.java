package dev.sluice.operators.plugin;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What a plug-in does on one thread, if it does anything. Thread-safe. */
final class PluginCall {
  /** So long ago that its last words are not told again. */
  private static final long TOLD = Long.MIN_VALUE / 2;

  /** This part of the time is counted while a thread has no processor. */
  private static final int PART = 10;

  private final Thread thread = Thread.currentThread();
  private String operator;
  private Supplier<String> about;
  private Duration most;
  private long bytesBefore;
  private long cpuNanos;
  private long nanos;
  private String exceeded;

  /**
   * What a thread has used so far.
   *
   * @param cpuNanos of processors
   * @param bytes allocated
   */
  record Used(long cpuNanos, long bytes) {}

  /** Called by the thread itself. */
  synchronized void begin(String asked, Supplier<String> what, Duration time, long allocated) {
    operator = asked;
    about = what;
    most = time;
    bytesBefore = allocated;
    nanos = 0;
    exceeded = null;
  }

  /** Called by the thread itself. The limit that was exceeded, if any; clears the interrupt. */
  synchronized Optional<String> end() {
    Optional<String> limit = Optional.ofNullable(exceeded);
    operator = null;
    about = null;
    if (limit.isPresent()) {
      Thread.interrupted();
    }
    return limit;
  }

  /**
   * Called by the watch.
   *
   * @param elapsed nanoseconds since it last looked
   * @param used by the thread
   * @return the message with which the process must end, if nothing else helps
   */
  synchronized Optional<String> look(long elapsed, Used used, PluginLimits limits) {
    nanos += counted(elapsed, used.cpuNanos() - cpuNanos);
    cpuNanos = used.cpuNanos();
    if (operator == null) {
      return Optional.empty();
    }
    long bytes = used.bytes() - bytesBefore;
    if (exceeded == null && bytes > limits.bytes()) {
      exceeded = limits.allocating(operator, about.get(), bytes);
      thread.interrupt();
      nanos = TOLD;
      return Optional.of(exceeded); // waiting would end in a lack of memory that names nobody
    }
    if (exceeded == null && nanos > most.toNanos()) {
      exceeded = PluginLimits.late(operator, about.get(), most);
      thread.interrupt();
      nanos = 0;
    } else if (exceeded != null && nanos > limits.grace().toNanos()) {
      nanos = TOLD;
      return Optional.of(exceeded);
    }
    return Optional.empty();
  }

  /**
   * All of the time in which the thread sleeps or waits for another, or computes. One that waits
   * for a processor is not to blame, but looks like one that waits for a file or the network.
   */
  private long counted(long elapsed, long computed) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> elapsed;
      default -> Math.min(elapsed, Math.max(computed, elapsed / PART));
    };
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  long threadId() {
    return thread.getId();
  }
}
