package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.RowOrder;
import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.SpillReader;
import dev.sluice.jobs.text.SpillWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The rows of a partition in memory, in the order of their keys. Reused for one partition after the
 * other. Filled by one thread, then read by any thread.
 */
final class PartitionRows {
  private final ShuffleKeys keys;
  private final RowOrder order;
  private final byte[] bytes;

  /**
   * Allocates the arrays once, for the largest partition. Reallocating them would fragment the
   * heap.
   *
   * @param keys the keys for the seed of the shuffle
   * @param partitions all partitions that will be loaded
   */
  PartitionRows(ShuffleKeys keys, List<ShufflePartition> partitions) {
    this.keys = keys;
    this.bytes =
        new byte
            [Math.toIntExact(
                partitions.stream().mapToLong(ShufflePartition::bytes).max().orElse(0))];
    this.order =
        new RowOrder(
            Math.toIntExact(partitions.stream().mapToLong(ShufflePartition::rows).max().orElse(0)));
  }

  /** Returns the heap needed for this many rows whose file has this size. */
  static long heapBytes(long rows, long bytes) {
    return bytes + rows * RowOrder.ROW_BYTES;
  }

  /** Loads and sorts a partition. */
  void load(Path directory, ShufflePartition partition) throws IOException {
    Path file = directory.resolve(partition.fileName());
    int filled = 0;
    order.clear();
    try (SpillReader reader = new SpillReader(file, partition.bytes())) {
      while (reader.next()) {
        reader.readRows(bytes, filled);
        int end = filled + reader.length();
        while (filled < end) {
          order.add(partition.fraction(keys.high(row(filled))), filled);
          filled += SpillWriter.ROW_HEADER_BYTES + SpillWriter.length(bytes, filled);
        }
      }
    }
    if (order.size() != partition.rows()) {
      throw new DamagedSpillException(
          file, "%d rows instead of %d".formatted(order.size(), partition.rows()));
    }
    order.sort((place, other) -> keys.compare(row(place), row(other)));
  }

  private long row(int place) {
    return SpillWriter.row(bytes, place);
  }

  /** Returns the number of rows. */
  int size() {
    return order.size();
  }

  /** Returns the offset of a row, given its index in the order of keys. */
  int offset(int index) {
    return order.place(index) + SpillWriter.ROW_HEADER_BYTES;
  }

  /** Returns the length of a row, given its index in the order of keys. */
  int length(int index) {
    return SpillWriter.length(bytes, order.place(index));
  }

  /** Returns the array that holds the rows. */
  byte[] bytes() {
    return bytes;
  }
}
