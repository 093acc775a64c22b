package dev.sluice.cli.job;

import dev.sluice.ingest.IngestGauge;
import dev.sluice.sink.SinkGauge;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** Tells how far a job is: lines at intervals, or nothing. Not thread-safe. */
public final class ProgressReport {
  private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

  private final PrintStream out;
  private final boolean shown;
  private IngestGauge ingest = new IngestGauge();
  private Optional<SinkGauge> sink = Optional.empty();
  private long begunNanos;
  private long lastNanos;

  /**
   * @param shown whether anything is printed at all
   */
  public ProgressReport(PrintStream out, boolean shown) {
    this.out = out;
    this.shown = shown;
  }

  void begin(IngestGauge ingestGauge, Optional<SinkGauge> sinkGauge) {
    ingest = ingestGauge;
    sink = sinkGauge;
    begunNanos = System.nanoTime();
    lastNanos = begunNanos;
  }

  void update() {
    long now = System.nanoTime();
    if (shown && now - lastNanos >= INTERVAL_NANOS) {
      lastNanos = now;
      print(now);
    }
  }

  void end() {
    if (shown && begunNanos != 0) {
      print(System.nanoTime());
    }
  }

  private void print(long now) {
    double seconds = (now - begunNanos) / 1e9;
    long planned = ingest.plannedBytes();
    double done = planned == 0 ? 1 : (double) ingest.readBytes() / planned;
    String eta =
        done > 0 && done < 1
            ? ", %d s left".formatted(Math.round(seconds * (1 - done) / done))
            : "";
    out.printf(
        "%3.0f %% read, %,d rows, %.1f MB/s%s%s%s%n",
        100 * done,
        ingest.rows(),
        ingest.readBytes() / 1e6 / seconds,
        sink.map(gauge -> ", %,d curated".formatted(gauge.rows())).orElse(""),
        eta,
        ingest.unit().isEmpty() ? "" : ", " + ingest.unit());
    out.flush();
  }
}
