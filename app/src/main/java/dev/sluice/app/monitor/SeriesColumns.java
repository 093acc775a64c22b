package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Series;
import java.util.ArrayList;
import java.util.List;

/** Turns samples into the columns of a series: a rate is that since the sample before. */
final class SeriesColumns {
  private static final double MILLIS = 1e3;
  private static final double HUNDREDTHS = 100;

  private final List<Long> time = new ArrayList<>();
  private final List<Long> readBytesPerSecond = new ArrayList<>();
  private final List<Long> rowsPerSecond = new ArrayList<>();
  private final List<Long> keptPerSecond = new ArrayList<>();
  private final List<Long> lagTopology = new ArrayList<>();
  private final List<Long> lagSink = new ArrayList<>();
  private final List<Long> memoryBytes = new ArrayList<>();
  private final List<Long> diskFreeBytes = new ArrayList<>();
  private final List<Double> cpus = new ArrayList<>();

  private SeriesColumns() {}

  /** A point for each sample. */
  static Series of(List<Sample> samples) {
    SeriesColumns columns = new SeriesColumns();
    Sample before = null;
    for (Sample sample : samples) {
      columns.add(before, sample);
      before = sample;
    }
    return columns.series();
  }

  /** The point of a sample alone, with its rates since another. */
  static Series ofNewest(Sample before, Sample now) {
    SeriesColumns columns = new SeriesColumns();
    columns.add(before, now);
    return columns.series();
  }

  private void add(Sample before, Sample now) {
    time.add(now.time());
    lagTopology.add(now.lagTopology());
    lagSink.add(now.lagSink());
    memoryBytes.add(now.memoryBytes());
    diskFreeBytes.add(now.diskFreeBytes());
    if (before == null || before.process() != now.process() || now.time() <= before.time()) {
      addWithoutRates();
      return;
    }
    double seconds = (now.time() - before.time()) / MILLIS;
    readBytesPerSecond.add(rate(before.readBytes(), now.readBytes(), seconds));
    rowsPerSecond.add(rate(before.rows(), now.rows(), seconds));
    keptPerSecond.add(rate(before.kept(), now.kept(), seconds));
    cpus.add(cpus(before, now, seconds));
  }

  private void addWithoutRates() {
    readBytesPerSecond.add(null);
    rowsPerSecond.add(null);
    keptPerSecond.add(null);
    cpus.add(null);
  }

  private static Long rate(Long before, Long now, double seconds) {
    if (before == null || now == null) {
      return null;
    }
    return Math.round(Math.max(0, now - before) / seconds);
  }

  private static Double cpus(Sample before, Sample now, double seconds) {
    if (before.cpuMillis() == null || now.cpuMillis() == null) {
      return null;
    }
    double busy = (now.cpuMillis() - before.cpuMillis()) / MILLIS / seconds;
    return Math.round(HUNDREDTHS * busy) / HUNDREDTHS;
  }

  private Series series() {
    return new Series(
        time,
        readBytesPerSecond,
        rowsPerSecond,
        keptPerSecond,
        lagTopology,
        lagSink,
        memoryBytes,
        diskFreeBytes,
        cpus);
  }
}
