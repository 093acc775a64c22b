package dev.sluice.embedded;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Exit;

/**
 * Reports faults on which Kafka's server would exit or halt the JVM.
 *
 * <p>From the first broker on, such an exit is reported to every running broker instead, once each:
 * a starting broker fails its start, a started one calls its handler. Late threads of a closed
 * broker report to nobody.
 */
final class FaultWatch implements AutoCloseable {
  private static final Set<FaultWatch> RUNNING = ConcurrentHashMap.newKeySet();

  /** How long a failing start may take to report its own, more precise error. */
  private static final long START_GRACE_SECONDS = 5;

  private final DataDirectory directory;
  private final Consumer<String> onFault;
  private final CompletableFuture<?> startup;
  private final AtomicBoolean reported = new AtomicBoolean();

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
    Exit.setExitProcedure(FaultWatch::reportToAll);
    Exit.setHaltProcedure(FaultWatch::reportToAll);
    return watch;
  }

  private static void reportToAll(int status, String message) {
    RUNNING.forEach(watch -> watch.report(message));
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
    return ("The embedded broker on %s has failed in its thread %s%s. See the log for the cause."
            + " When that is fixed, type the same command again.")
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
