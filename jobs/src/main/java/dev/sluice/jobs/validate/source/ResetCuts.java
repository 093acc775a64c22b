package dev.sluice.jobs.validate.source;

import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the cuts of all partitions say about resets. */
final class ResetCuts {
  private final Map<String, SortedSet<String>> begun = new HashMap<>();
  private final Map<String, Long> documents = new HashMap<>();

  private ResetCuts() {}

  /** Those of an output, of which one partition at a time is held. */
  static ResetCuts of(Path output) throws IOException {
    ResetCuts cuts = new ResetCuts();
    for (CutLog log : CutLog.of(output)) {
      cuts.add(log.read());
    }
    return cuts;
  }

  /** Those of an output without resets. */
  static ResetCuts none() {
    return new ResetCuts();
  }

  private void add(List<CutRecord> log) {
    Set<String> open = new HashSet<>();
    for (CutRecord cut : log) {
      for (String unit : cut.units()) {
        open.add(unit);
        documents.merge(unit, rows(cut.rowsOf(unit)) + rows(cut.nearDuplicatesOf(unit)), Long::sum);
      }
      cut.ended().stream().map(EndedUnit::unit).forEach(open::remove);
      for (ForgottenDump reset : cut.forgotten()) {
        open.removeAll(reset.unitIds());
        begun.computeIfAbsent(reset.reset(), id -> new TreeSet<>()).addAll(open);
      }
    }
  }

  private static long rows(Map<String, Long> byDump) {
    return byDump.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The units of which any partition had taken rows before a reset, that had neither ended nor been
   * forgotten then. A unit of which all rows had been dropped is not among them.
   */
  SortedSet<String> begunAt(String reset) {
    return begun.getOrDefault(reset, new TreeSet<>());
  }

  /** The documents of a unit that deduplication kept, near-duplicates included. */
  long documentsOf(String unit) {
    return documents.getOrDefault(unit, 0L);
  }
}
