package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.RecordSort.SortedRun;
import java.util.List;
import java.util.Map;

/**
 * The checkpoint of a deduplication.
 *
 * @param arguments everything that determines the result
 * @param reading what has been read, and decided unless it must be sorted first
 * @param read whether that is everything
 * @param ranked what has been read as sorted runs, if documents are decided in another order
 */
record DedupState(
    Map<String, Object> arguments, ReadPosition reading, boolean read, List<SortedRun> ranked) {
  DedupState {
    arguments = Map.copyOf(arguments);
    ranked = List.copyOf(ranked);
  }

  static DedupState begin(Map<String, Object> arguments) {
    return new DedupState(arguments, ReadPosition.BEGIN, false, List.of());
  }

  DedupState at(ReadPosition position, boolean isEnd, List<SortedRun> runs) {
    return new DedupState(arguments, position, isEnd, runs);
  }
}
