package dev.sluice.app.page;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.status.DumpStatus;
import dev.sluice.app.status.StageStatus;
import dev.sluice.app.status.StatusReport;
import dev.sluice.app.status.UnitStatus;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import dev.sluice.storage.output.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@code status} knows of an output, as a run document: without history, events and setup. */
record StatusDocument(StatusReport status, SortedMap<String, Double> rates) {
  /** The document at this moment. */
  RunDocument at(long now) {
    boolean ended = status.units().stream().allMatch(StatusDocument::isSealed);
    SortedMap<String, Long> counters = new TreeMap<>(status.counterTotals());
    Long rows = counters.remove(Counters.ROWS);
    long open = openRows();
    Flow flow = new Flow((rows == null ? 0 : rows) + open, counters, open);
    RunState state =
        new RunState(
            progress(),
            dumps(),
            flow,
            buckets(),
            flow.dropped(),
            status.units().stream().mapToInt(UnitStatus::quarantined).sum(),
            status.losses().files(),
            status.stages().stream().map(StatusDocument::stage).toList(),
            null,
            List.of());
    return new RunDocument(
        RunDocument.FORMAT,
        "output",
        now,
        ended ? "ended" : "ready",
        List.of(),
        state,
        Series.NONE,
        List.of(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  private static boolean isSealed(UnitStatus unit) {
    return unit.state() == UnitStatus.State.SEALED;
  }

  /** Rows whose outcomes no manifest counts yet. */
  private long openRows() {
    return status.units().stream()
        .filter(unit -> !isSealed(unit))
        .mapToLong(UnitStatus::rows)
        .sum();
  }

  /** Sealed units of which only the shards are visible have no sizes: then everything is done. */
  private Progress progress() {
    long total = status.units().stream().mapToLong(UnitStatus::bytes).sum();
    long done =
        status.units().stream().filter(StatusDocument::isSealed).mapToLong(UnitStatus::bytes).sum();
    return new Progress(done, total, total == 0 ? 1 : (double) done / total, null);
  }

  /**
   * The sealed dumps, and those whose directories are read. Of which dumps the rows of an open unit
   * are is known when it is sealed.
   */
  private List<Dump> dumps() {
    SortedMap<String, Dump> dumps = new TreeMap<>();
    status.dumps().forEach((name, dump) -> dumps.put(name, sealed(name, dump)));
    dumps.remove(Manifests.ALL_DUMPS);
    for (UnitStatus unit : status.units()) {
      if (!isSealed(unit)) {
        String name = Unit.parse(unit.unit()).title();
        dumps.merge(name, open(name, unit), StatusDocument::plus);
      }
    }
    return List.copyOf(dumps.values());
  }

  /** A dump, of which an earlier unit may be sealed or read, with one that is open. */
  private static Dump plus(Dump before, Dump open) {
    boolean isReading = before.state().equals(Dump.READING);
    return new Dump(
        before.name(),
        isReading ? Dump.READING : open.state(),
        before.files() + open.files(),
        before.filesRead() + open.filesRead(),
        before.bytes() + open.bytes(),
        before.bytesRead() + open.bytesRead(),
        before.rows() + open.rows(),
        before.kept(),
        null);
  }

  private static Dump sealed(String name, DumpStatus dump) {
    long rows = dump.counters().getOrDefault(Counters.ROWS, 0L);
    long kept = dump.counters().getOrDefault(Outcome.KEPT.key(), 0L);
    return Dump.sealed(name, rows, kept);
  }

  private static Dump open(String name, UnitStatus unit) {
    return new Dump(
        name,
        unit.state().name().toLowerCase(Locale.ROOT),
        unit.files(),
        unit.filesRead(),
        unit.bytes(),
        unit.bytesRead(),
        unit.rows(),
        0,
        null);
  }

  private List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    status
        .bucketTotals()
        .forEach(
            (name, rows) -> {
              double rate = rates.getOrDefault(name, 1.0);
              buckets.add(Bucket.of(name, rate, rows.counts(), rows.counts().sampled()));
            });
    return buckets;
  }

  private static Stage stage(StageStatus stage) {
    double rate = stage.pace().perSecond().orElse(0);
    String state = stage.pace().left() == 0 ? "idle" : "working";
    return new Stage(stage.stage(), stage.pace().left(), rate, state, null, null);
  }
}
