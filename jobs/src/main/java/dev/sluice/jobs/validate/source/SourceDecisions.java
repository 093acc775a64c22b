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
  private final List<Positions> repeated = new ArrayList<>();
  private final List<Positions> similar = new ArrayList<>();

  /** A set of positions: a bit set cannot hold those from 2^31 on. */
  private static final class Positions {
    private static final int BITS = 30;

    private final List<BitSet> parts = new ArrayList<>();

    void add(long position) {
      while (parts.size() <= position >> BITS) {
        parts.add(new BitSet());
      }
      parts.get((int) (position >> BITS)).set(bit(position));
    }

    boolean contains(long position) {
      return position >> BITS < parts.size()
          && parts.get((int) (position >> BITS)).get(bit(position));
    }

    private static int bit(long position) {
      return (int) (position & (1 << BITS) - 1);
    }
  }

  SourceDecisions(int steps) {
    for (int step = 0; step < steps; step++) {
      repeated.add(new Positions());
      similar.add(new Positions());
    }
  }

  /** Another document with this id is kept. */
  void setRepeated(int step, long position) {
    repeated.get(step).add(position);
  }

  boolean isRepeated(int step, long position) {
    return repeated.get(step).contains(position);
  }

  /** An earlier document in scope has one of its keys. */
  void setSimilar(int step, long position) {
    similar.get(step).add(position);
  }

  /** What became of a row that all rules passed. */
  Outcome outcome(int step, long position) {
    if (isRepeated(step, position)) {
      return Outcome.DUPLICATES_REMOVED;
    }
    return similar.get(step).contains(position) ? Outcome.NEAR_DUPLICATES_REMOVED : Outcome.KEPT;
  }
}
