package dev.sluice.jobs.validate.source;

import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What deduplication and near-deduplication have decided about the rows that pass the rules: by the
 * step that reads a row and its position among those of the step that the rules without operators
 * pass, from 0. Rows that operators end are not decided about.
 *
 * <p>Memory: two bits a position. Not thread-safe.
 */
final class SourceDecisions {
  private final List<BitSet> repeated = new ArrayList<>();
  private final List<BitSet> similar = new ArrayList<>();

  SourceDecisions(int steps) {
    for (int step = 0; step < steps; step++) {
      repeated.add(new BitSet());
      similar.add(new BitSet());
    }
  }

  /** Another document with this id is kept. */
  void setRepeated(int step, int position) {
    repeated.get(step).set(position);
  }

  boolean isRepeated(int step, int position) {
    return repeated.get(step).get(position);
  }

  /** An earlier document in scope has one of its keys. */
  void setSimilar(int step, int position) {
    similar.get(step).set(position);
  }

  /** What became of a row that all rules passed. */
  Outcome outcome(int step, int position) {
    if (isRepeated(step, position)) {
      return Outcome.DUPLICATES_REMOVED;
    }
    return similar.get(step).get(position) ? Outcome.NEAR_DUPLICATES_REMOVED : Outcome.KEPT;
  }
}
