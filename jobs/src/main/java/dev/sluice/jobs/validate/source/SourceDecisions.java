package dev.sluice.jobs.validate.source;

import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The decisions of deduplication and near-deduplication about the rows that pass all rules. For
 * deduplication, a row is identified by the step that reads it and by its position, from 0, among
 * the rows of the step that pass the rules without operators.
 *
 * <p>Memory: a bit for each row. Not thread-safe.
 */
final class SourceDecisions {
  private final List<Positions> repeated = new ArrayList<>();
  private final Map<String, Map<String, Positions>> removed = new HashMap<>();

  /**
   * A set of positions. It consists of several bit sets, because one cannot hold positions from
   * 2^31 on.
   */
  static final class Positions {
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
    }
  }

  /** Marks a row whose id is also the id of another document that was kept. */
  void setRepeated(int step, long position) {
    repeated.get(step).add(position);
  }

  boolean isRepeated(int step, long position) {
    return repeated.get(step).contains(position);
  }

  /** Marks a row of a unit as contained in a kept document. */
  void setRemoved(String unit, String file, long row) {
    removed
        .computeIfAbsent(unit, added -> new HashMap<>())
        .computeIfAbsent(file, added -> new Positions())
        .add(row);
  }

  /** Returns the outcome of a row that passed all rules and whose id is not repeated. */
  Outcome outcome(String unit, String file, long row) {
    Positions rows = removed.getOrDefault(unit, Map.of()).get(file);
    return rows != null && rows.contains(row) ? Outcome.NEAR_DUPLICATES_REMOVED : Outcome.KEPT;
  }
}
