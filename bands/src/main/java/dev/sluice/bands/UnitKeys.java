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
  private Frontier held = Frontier.END;

  /** The least offset of a block with documents that are left in the topic. */
  private long leftOffset = Long.MAX_VALUE;

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
    if (pending.add(offset, block, decided, held)) {
      leftOffset = Math.min(leftOffset, offset);
    }
  }

  /**
   * Frees memory: leaves the half of the documents that is the furthest ahead in the topic, to be
   * read again once all before them are decided.
   *
   * @return false if there are so few that they stay
   */
  boolean leaveHalf() {
    if (pending.count() <= PendingKeys.FIRST_CAPACITY) {
      return false;
    }
    leave(pending.middle());
    return true;
  }

  /** Leaves all documents in the topic. */
  void leaveAll() {
    leave(decided);
  }

  private void leave(Frontier from) {
    held = from;
    leftOffset = Math.min(leftOffset, pending.firstOffset(from).orElse(Long.MAX_VALUE));
    pending.leave(from);
  }

  /** Whether all that is held can be decided: the whole unit, if nothing is left in the topic. */
  boolean isComplete() {
    return frontier().equals(held);
  }

  /** Whether the next to be decided is left in the topic. */
  boolean mustBeReadAgain() {
    return !held.ended() && held.compareTo(decided) <= 0;
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

  /**
   * Up to where all documents have arrived and are held: the least position of all partitions,
   * unless documents before it are left in the topic.
   */
  Frontier frontier() {
    Frontier least = held;
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
    if (leftOffset < first.orElse(Long.MAX_VALUE)) {
      first = OptionalLong.of(leftOffset);
    }
    for (int partition = 0; partition < positions.length; partition++) {
      if (positions[partition].compareTo(frontier) > 0) {
        long offset = offsets[partition];
        first = OptionalLong.of(Math.min(first.orElse(offset), offset));
      }
    }
    return first;
  }
}
