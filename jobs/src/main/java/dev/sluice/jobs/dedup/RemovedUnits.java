package dev.sluice.jobs.dedup;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.UnitPosition;
import dev.sluice.jobs.dedup.spill.Signatures;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** The positions of removed paragraphs or lines, in input order. Not thread-safe. */
final class RemovedUnits {
  private final ClusterDecisions decisions;
  private final Signatures signatures;
  private long next;

  RemovedUnits(ClusterDecisions decisions, Signatures signatures) throws IOException {
    this.decisions = decisions;
    this.signatures = signatures;
    advance();
  }

  private void advance() throws IOException {
    Optional<ClusterDecision> decision = decisions.next();
    while (decision.isPresent() && decision.get().kept()) {
      decision = decisions.next();
    }
    next =
        decision.isPresent()
            ? Bytes.readLong(signatures.of(decision.get().document()), ExactMethod.HASH_BYTES)
            : Long.MAX_VALUE;
  }

  /** Skips the units of rows before this one. */
  void skip(long row) throws IOException {
    while (UnitPosition.row(next) < row) {
      advance();
    }
  }

  /** Returns the units of rows before this one. */
  long[] take(long row) throws IOException {
    long[] places = new long[16];
    int size = 0;
    while (UnitPosition.row(next) < row) {
      if (size == places.length) {
        places = Arrays.copyOf(places, 2 * size);
      }
      places[size++] = next;
      advance();
    }
    return Arrays.copyOf(places, size);
  }
}
