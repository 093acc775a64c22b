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
 * Hears of faults that Kafka's server answers by ending the JVM on the spot. From the first broker
 * on, such an end is instead reported to the brokers that are running, once to each: while one is
 * starting by failing its start, later by calling its handler. A late thread of a closed broker
 * reaches nobody.
 */
final class FaultWatch implements AutoCloseable {
  private static final Set<FaultWatch> RUNNING = ConcurrentHashMap.newKeySet();

  /** How long a start that met a fault may take to say itself what went wrong. */
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

  /** Begins to watch; {@code startup} is failed by faults that come before it is complete. */
  static FaultWatch begin(
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
      tell(explained);
    } else {
      CompletableFuture.delayedExecutor(START_GRACE_SECONDS, TimeUnit.SECONDS)
          .execute(() -> failStartOrTell(explained));
    }
  }

  private void failStartOrTell(String explained) {
    if (!startup.completeExceptionally(new IllegalStateException(explained))) {
      tell(explained);
    }
  }

  private void tell(String explained) {
    if (!startup.isCompletedExceptionally() && reported.compareAndSet(false, true)) {
      onFault.accept(explained);
    }
  }

  private String explain(String message) {
    if (directory.isFull()) {
      return directory.fullMessage();
    }
    return ("The embedded broker on %s has failed in its thread %s%s. The log tells why. When that"
            + " is fixed, type the same command again.")
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
