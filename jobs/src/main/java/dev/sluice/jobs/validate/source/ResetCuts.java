package dev.sluice.jobs.validate.source;

import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many documents each unit had, by the cuts of all partitions. */
final class ResetCuts {
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
    for (CutRecord cut : log) {
      for (String unit : cut.units()) {
        documents.merge(unit, rows(cut.rowsOf(unit)) + cut.leftOutOf(unit).ended(), Long::sum);
      }
    }
  }

  private static long rows(Map<String, Long> byDump) {
    return byDump.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The documents of a unit that deduplication kept, near-duplicates included. */
  long documentsOf(String unit) {
    return documents.getOrDefault(unit, 0L);
  }
}
