package dev.sluice.app.run;

import dev.sluice.app.progress.RunCounts;
import dev.sluice.app.progress.RunCounts.UnitCounts;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.ingest.source.UnitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The progress of ingest alone, for which a row is finished when it is read. */
final class ReadingCounts {
  private ReadingCounts() {}

  /** The counts now. */
  static RunCounts of(IngestGauge gauge, List<UnitPlan> plans) {
    Set<String> ids = plans.stream().map(plan -> plan.unit().id()).collect(Collectors.toSet());
    List<UnitCounts> units = units(gauge, ids, UnitReading::ended);
    long rows = units.stream().mapToLong(UnitCounts::rows).sum();
    return new RunCounts(true, units, rows, OptionalLong.empty());
  }

  /**
   * The units of the output and those to be read.
   *
   * @param ids of those that this invocation works on
   */
  static List<UnitCounts> units(
      IngestGauge gauge, Set<String> ids, Predicate<UnitReading> finished) {
    List<UnitReading> readings = gauge.units();
    double bytesPerRow = bytesPerRow(gauge, readings);
    List<UnitCounts> units = new ArrayList<>();
    for (UnitReading reading : readings) {
      units.add(
          new UnitCounts(
              reading.title(),
              ids.contains(reading.unit()),
              reading.bytes(),
              bytesRead(reading, bytesPerRow),
              reading.rows(),
              finished.test(reading)));
    }
    return units;
  }

  /** Of the open file, or of all that were read so far. */
  private static double bytesPerRow(IngestGauge gauge, List<UnitReading> readings) {
    if (gauge.bytesPerRow() > 0) {
      return gauge.bytesPerRow();
    }
    long bytes = 0;
    long rows = 0;
    for (UnitReading reading : readings) {
      bytes += reading.bytesRead();
      rows += reading.rows() - openRows(reading);
    }
    return rows == 0 ? 0 : (double) bytes / rows;
  }

  private static long bytesRead(UnitReading reading, double bytesPerRow) {
    long open = Math.round(openRows(reading) * bytesPerRow);
    return Math.min(reading.bytes(), reading.bytesRead() + open);
  }

  private static long openRows(UnitReading reading) {
    return reading.ended() ? 0 : reading.progress().row();
  }
}
