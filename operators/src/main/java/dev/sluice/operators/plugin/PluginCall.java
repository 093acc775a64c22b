package dev.sluice.operators.plugin;

import java.util.Optional;
import java.util.function.Supplier;

/** What a plug-in does on one thread, if it does anything. Thread-safe. */
final class PluginCall {
  /** So long ago that its last words are not told again. */
  private static final long TOLD = Long.MIN_VALUE / 2;

  private final Thread thread = Thread.currentThread();
  private String operator;
  private Supplier<String> about;
  private long allocatedBefore;
  private long millis;
  private String exceeded;

  /** Called by the thread itself. */
  synchronized void begin(String asked, Supplier<String> what, long allocated) {
    operator = asked;
    about = what;
    allocatedBefore = allocated;
    millis = 0;
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
   * @param elapsed milliseconds since it last looked
   * @param allocated bytes of the thread so far
   * @return the message with which the process must end, if nothing else helps
   */
  synchronized Optional<String> look(long elapsed, long allocated, PluginLimits limits) {
    if (operator == null) {
      return Optional.empty();
    }
    millis += elapsed;
    long bytes = allocated - allocatedBefore;
    if (exceeded == null && bytes > limits.bytes()) {
      exceeded = limits.allocating(operator, about.get(), bytes);
      thread.interrupt();
      millis = TOLD;
      return Optional.of(exceeded); // waiting would end in a lack of memory that names nobody
    }
    if (exceeded == null && millis > limits.millis()) {
      exceeded = limits.late(operator, about.get());
      thread.interrupt();
      millis = 0;
    } else if (exceeded != null && millis > limits.graceMillis()) {
      millis = TOLD;
      return Optional.of(exceeded);
    }
    return Optional.empty();
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  long threadId() {
    return thread.getId();
  }
}
