package dev.sluice.app.status;

import dev.sluice.app.status.StatusReport.Ingest;
import dev.sluice.app.status.StatusReport.UnitStatus;
import dev.sluice.core.Counters;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.topics.progress.ProgressHistory.Moment;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Derives the rate of ingest from the timestamps of its progress records. Each transaction states
 * its position. The file being read counts by rows, once a complete file has shown how large rows
 * are.
 */
final class IngestPace {
  private static final Duration LOOK_BACK = Duration.ofMinutes(5);
  private static final Duration STANDS_STILL = Duration.ofMinutes(1);

  private final Map<String, UnitFiles> units = new HashMap<>();
  private final Map<String, UnitProgress> progress;
  private final double bytesPerRow;

  /**
   * @param begun files of every unit
   * @param progress progress of units by id; units without progress have not been read
   */
  IngestPace(List<UnitFiles> begun, Map<String, UnitProgress> progress) {
    this.progress = Map.copyOf(progress);
    begun.forEach(unit -> units.put(unit.unit(), unit));
    this.bytesPerRow = bytesPerRow();
  }

  static IngestPace of(ProgressState known) {
    Map<String, UnitProgress> progress = new HashMap<>();
    for (UnitFiles unit : known.units()) {
      known.progress(unit.unit()).ifPresent(at -> progress.put(unit.unit(), at));
    }
    return new IngestPace(known.units(), progress);
  }

  private double bytesPerRow() {
    long bytes = 0;
    long rows = 0;
    for (UnitFiles unit : units.values()) {
      UnitProgress at = progress(unit);
      bytes += UnitReading.of(unit.files(), at).bytesRead();
      rows += at.counted().total(Counters.ROWS) - at.row();
    }
    return rows > 0 ? (double) bytes / rows : 0;
  }

  private UnitProgress progress(UnitFiles unit) {
    return progress.getOrDefault(unit.unit(), UnitProgress.none(unit.unit(), ""));
  }

  private double bytesRead(UnitFiles unit, UnitProgress at) {
    boolean within = !at.ended() && at.file() < unit.files().size();
    double part =
        within ? Math.min(unit.files().get(at.file()).bytes(), at.row() * bytesPerRow) : 0;
    return UnitReading.of(unit.files(), at).bytesRead() + part;
  }

  /** Returns how many bytes of these units are still to be read, and the rate. */
  Ingest of(List<UnitStatus> begun, List<Moment> moments, long nowMillis) {
    double left = 0;
    for (UnitStatus status : begun) {
      UnitFiles unit = units.get(status.unit());
      left += unit == null ? 0 : status.bytes() - bytesRead(unit, progress(unit));
    }
    return new Ingest(Math.round(Math.max(0, left)), perSecond(moments, nowMillis));
  }

  private Double perSecond(List<Moment> moments, long nowMillis) {
    if (moments.isEmpty()) {
      return null;
    }
    long newest = moments.get(moments.size() - 1).timestampMillis();
    long oldest = newest - LOOK_BACK.toMillis();
    Map<String, Double> first = new HashMap<>();
    Map<String, Double> last = new HashMap<>();
    long begin = newest;
    for (Moment moment : moments) {
      UnitFiles unit = units.get(moment.progress().unit());
      if (moment.timestampMillis() >= oldest && unit != null) {
        double bytes = bytesRead(unit, moment.progress());
        first.putIfAbsent(unit.unit(), bytes);
        last.put(unit.unit(), bytes);
        begin = Math.min(begin, moment.timestampMillis());
      }
    }
    double read = 0;
    for (Map.Entry<String, Double> end : last.entrySet()) {
      read += Math.max(0, end.getValue() - first.get(end.getKey()));
    }
    boolean moves = nowMillis - newest < STANDS_STILL.toMillis() && newest > begin;
    return moves ? (Double) StatusReport.rounded(1e3 * read / (newest - begin)) : null;
  }
}
