package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Watermark;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A unit that is not decided as a whole in one band: its keys that are in no file, and how far each
 * partition of {@code documents} has come in it. Not thread-safe.
 */
final class UnitKeys {
  private final String unit;
  private final PendingKeys pending;
  private final Frontier[] positions;
  private final long[] offsets;
  private Frontier decided;
  private long batches;

  /**
   * @param partitions of {@code documents}
   * @param decided up to where files decide it
   * @param batches number of batches in files
   * @param check how documents with the same key are compared; empty if they are not
   */
  UnitKeys(
      String unit, int partitions, Frontier decided, long batches, Optional<SketchCheck> check) {
    this.unit = unit;
    this.pending = new PendingKeys(check);
    this.positions = new Frontier[partitions];
    this.offsets = new long[partitions];
    this.decided = decided;
    this.batches = batches;
    Arrays.fill(positions, decided);
  }

  String unit() {
    return unit;
  }

  PendingKeys pending() {
    return pending;
  }

  /** Up to where files decide it. */
  Frontier decided() {
    return decided;
  }

  /** The number of its batches in files. */
  long batches() {
    return batches;
  }

  void add(long offset, BandBlock block) {
    pending.add(offset, block, decided);
  }

  /** Notes how far a partition has come; one that comes again changes nothing. */
  boolean move(long offset, Watermark watermark) {
    Frontier to =
        watermark.ended() ? Frontier.END : new Frontier(watermark.file(), watermark.row(), false);
    int partition = watermark.partition();
    if (to.compareTo(positions[partition]) <= 0) {
      return false;
    }
    positions[partition] = to;
    offsets[partition] = offset;
    return true;
  }

  /** Up to where all documents have arrived: the least position of all partitions. */
  Frontier frontier() {
    Frontier least = positions[0];
    for (Frontier position : positions) {
      least = position.compareTo(least) < 0 ? position : least;
    }
    return least;
  }

  /** A batch is in a file. */
  void decide(BandBatch batch, Frontier frontier) {
    pending.drop(batch.covered(), frontier);
    decided = frontier;
    batches++;
  }

  /** The least offset that must be read again when the unit is decided up to a frontier. */
  OptionalLong firstOffset(Frontier frontier) {
    OptionalLong first = pending.firstOffset(frontier);
    for (int partition = 0; partition < positions.length; partition++) {
      if (positions[partition].compareTo(frontier) > 0) {
        long offset = offsets[partition];
        first = OptionalLong.of(Math.min(first.orElse(offset), offset));
      }
    }
    return first;
  }
}
