package dev.sluice.jobs.dedup;

import java.util.List;
import java.util.Map;

/**
 * The checkpoint of a deduplication.
 *
 * @param arguments everything that determines the result
 * @param reading what has been read and signed
 * @param read whether that is everything
 * @param signedBytes size of the signed documents
 * @param ranked files of signed documents in the order of decisions, if that is not their own
 */
record DedupState(
    Map<String, Object> arguments,
    ReadPosition reading,
    boolean read,
    long signedBytes,
    List<RankedFile> ranked) {
  DedupState {
    arguments = Map.copyOf(arguments);
    ranked = List.copyOf(ranked);
  }

  /**
   * A sorted run.
   *
   * @param name in the temporary directory
   */
  record RankedFile(String name, long bytes) {}

  static DedupState begin(Map<String, Object> arguments) {
    return new DedupState(arguments, ReadPosition.BEGIN, false, 0, List.of());
  }

  DedupState at(ReadPosition position, long bytes) {
    return new DedupState(arguments, position, false, bytes, List.of());
  }

  DedupState asRead() {
    return new DedupState(arguments, reading, true, signedBytes, List.of());
  }

  DedupState withRanked(List<RankedFile> files) {
    return new DedupState(arguments, reading, true, signedBytes, files);
  }
}
