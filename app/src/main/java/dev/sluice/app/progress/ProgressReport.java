package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.sink.SinkGauge;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reports the progress of a job: on a redrawn line, in lines at intervals, or not at all.
 * Thread-safe.
 */
public final class ProgressReport {
  private static final double NANOS = 1e9;
  private static final long INTERVAL_MILLIS = 200;

  private final ProgressDisplay display;
  private IngestGauge ingest = new IngestGauge();
  private Optional<SinkGauge> sink = Optional.empty();
  private Optional<ScheduledExecutorService> clock = Optional.empty();
  private long begunNanos;

  private ProgressReport(ProgressDisplay display) {
    this.display = display;
  }

  /** On stderr, which may be a terminal. */
  public static ProgressReport onStderr(ProgressMode mode) {
    return new ProgressReport(display(System.err, mode, Terminal.columns()));
  }

  static ProgressDisplay display(PrintStream out, ProgressMode mode, OptionalInt columns) {
    return switch (mode) {
      case NONE -> ProgressDisplay.NONE;
      case PLAIN -> new PlainProgress(out);
      case AUTO ->
          columns.isPresent()
              ? new RedrawnProgress(out, columns.getAsInt())
              : new PlainProgress(out);
    };
  }

  /** Starts to display these gauges. */
  public synchronized void begin(IngestGauge ingestGauge, Optional<SinkGauge> sinkGauge) {
    ingest = ingestGauge;
    sink = sinkGauge;
    begunNanos = System.nanoTime();
    clock =
        Optional.of(
            Executors.newSingleThreadScheduledExecutor(
                task -> {
                  Thread thread = new Thread(task, "progress");
                  thread.setDaemon(true);
                  return thread;
                }));
    clock
        .get()
        .scheduleWithFixedDelay(
            this::update, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void update() {
    if (clock.isPresent()) {
      display.show(now(), false);
    }
  }

  /** Displays the final state, if started. */
  public synchronized void end() {
    if (clock.isPresent()) {
      clock.get().shutdownNow();
      clock = Optional.empty();
      display.show(now(), true);
    }
  }

  private ProgressSnapshot now() {
    return new ProgressSnapshot(
        ingest.readBytes(),
        ingest.plannedBytes(),
        ingest.rows(),
        sink.map(gauge -> OptionalLong.of(gauge.rows())).orElse(OptionalLong.empty()),
        ingest.unit(),
        (System.nanoTime() - begunNanos) / NANOS);
  }
}
