package dev.sluice.embedded;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.internals.Exit;

/**
 * Reports faults on which Kafka's server would exit or halt the JVM.
 *
 * <p>From the first broker on, such an exit is reported once to the broker whose thread requests
 * it, or to every running broker if the thread belongs to none: a starting broker fails its start,
 * and a started one calls its handler. Requests by late threads of a closed broker are not
 * reported.
 */
final class FaultWatch implements AutoCloseable {
  private static final Set<FaultWatch> RUNNING = ConcurrentHashMap.newKeySet();

  /** Time that a failing start has to report its own, more precise error. */
  private static final long START_GRACE_SECONDS = 5;

  private final DataDirectory directory;
  private final Consumer<String> onFault;
  private final CompletableFuture<?> startup;
  private final AtomicBoolean reported = new AtomicBoolean();
  private final ThreadGroup threads = new BrokerThreads(this);

  /** The threads of one broker, including all threads that they start. */
  private static final class BrokerThreads extends ThreadGroup {
    private final FaultWatch watch;

    BrokerThreads(FaultWatch watch) {
      super("broker");
      this.watch = watch;
    }
  }

  private FaultWatch(
      DataDirectory directory, Consumer<String> onFault, CompletableFuture<?> startup) {
    this.directory = directory;
    this.onFault = Objects.requireNonNull(onFault, "onFault");
    this.startup = startup;
  }

  /** Starts to watch. Faults before {@code startup} completes make it fail. */
  static FaultWatch start(
      DataDirectory directory, Consumer<String> onFault, CompletableFuture<?> startup) {
    FaultWatch watch = new FaultWatch(directory, onFault, startup);
    RUNNING.add(watch);
    Exit.setExitProcedure(FaultWatch::report);
    Exit.setHaltProcedure(FaultWatch::report);
    return watch;
  }

  /**
   * Returns the thread group in which to start the broker. Faults in this group are attributed to
   * the broker.
   */
  ThreadGroup threads() {
    return threads;
  }

  private static void report(int status, String message) {
    Optional<FaultWatch> own = ofThisThread();
    RUNNING.stream()
        .filter(watch -> own.isEmpty() || watch == own.get())
        .forEach(watch -> watch.report(message));
  }

  private static Optional<FaultWatch> ofThisThread() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group != null) {
      if (group instanceof BrokerThreads broker) {
        return Optional.of(broker.watch);
      }
      group = group.getParent();
    }
    return Optional.empty();
  }

  private void report(String message) {
    String explained = explain(message);
    if (startup.isDone()) {
      reportOnce(explained);
    } else {
      CompletableFuture.delayedExecutor(START_GRACE_SECONDS, TimeUnit.SECONDS)
          .execute(() -> failStartOrReport(explained));
    }
  }

  private void failStartOrReport(String explained) {
    if (!startup.completeExceptionally(new IllegalStateException(explained))) {
      reportOnce(explained);
    }
  }

  private void reportOnce(String explained) {
    if (!startup.isCompletedExceptionally() && reported.compareAndSet(false, true)) {
      onFault.accept(explained);
    }
  }

  private String explain(String message) {
    if (directory.isFull()) {
      return directory.fullMessage();
    }
    return ("The embedded broker with data directory %s has failed in thread %s%s. See the log for"
            + " the cause. Fix the cause, then run the command again.")
        .formatted(
            directory.path(),
            Thread.currentThread().getName(),
            message == null ? "" : " (" + message + ")");
  }

  @Override
  public void close() {
    RUNNING.remove(this);
  }
}
