package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of a job, thinned: of n samples it keeps those with an index divisible by a stride,
 * which doubles when there would be more than {@link #MOST_POINTS}. The newest sample is there
 * always. Memory is bounded whatever the length. Not thread-safe.
 */
final class SampleHistory {
  /** The most points of a series. */
  static final int MOST_POINTS = 2_000;

  private static final double MILLIS = 1e3;
  private static final double HUNDREDTHS = 100;

  private final int most;
  private final List<Sample> kept = new ArrayList<>();
  private Sample newest;
  private long count;
  private long stride = 1;

  SampleHistory() {
    this(MOST_POINTS);
  }

  /**
   * @param most number of points; at least 2
   */
  SampleHistory(int most) {
    this.most = most;
  }

  /** Adds the next sample. */
  void add(Sample sample) {
    newest = sample;
    if (count % stride == 0) {
      if (kept.size() == most - 1) { // one is left for the newest
        thin();
      }
      if (count % stride == 0) {
        kept.add(sample);
      }
    }
    count++;
  }

  private void thin() {
    List<Sample> half = new ArrayList<>();
    for (int i = 0; i < kept.size(); i += 2) {
      half.add(kept.get(i));
    }
    kept.clear();
    kept.addAll(half);
    stride *= 2;
  }

  /** The kept samples, and the newest. */
  List<Sample> samples() {
    List<Sample> all = new ArrayList<>(kept);
    if (newest != null && (all.isEmpty() || all.get(all.size() - 1) != newest)) {
      all.add(newest);
    }
    return all;
  }

  /** The points between samples. */
  static Series series(List<Sample> samples) {
    Series series =
        new Series(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    Sample before = null;
    for (Sample sample : samples) {
      add(series, before, sample);
      before = sample;
    }
    return series;
  }

  /** The newest point alone. */
  static Series point(Sample before, Sample now) {
    Series series = series(List.of());
    add(series, before, now);
    return series;
  }

  private static void add(Series series, Sample before, Sample now) {
    boolean hasRate =
        before != null && before.process() == now.process() && now.time() > before.time();
    double seconds = hasRate ? (now.time() - before.time()) / MILLIS : 0;
    series.time().add(now.time());
    series
        .readBytesPerSecond()
        .add(hasRate ? rate(before.readBytes(), now.readBytes(), seconds) : null);
    series.rowsPerSecond().add(hasRate ? rate(before.rows(), now.rows(), seconds) : null);
    series.keptPerSecond().add(hasRate ? rate(before.kept(), now.kept(), seconds) : null);
    series.lagTopology().add(now.lagTopology());
    series.lagSink().add(now.lagSink());
    series.memoryBytes().add(now.memoryBytes());
    series.diskFreeBytes().add(now.diskFreeBytes());
    boolean hasCpu = hasRate && before.cpuMillis() != null && now.cpuMillis() != null;
    series
        .cpus()
        .add(
            hasCpu
                ? Math.round(HUNDREDTHS * (now.cpuMillis() - before.cpuMillis()) / MILLIS / seconds)
                    / HUNDREDTHS
                : null);
  }

  private static Long rate(long before, long now, double seconds) {
    return Math.round(Math.max(0, now - before) / seconds);
  }
}
