package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.RowOrder;
import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.shuffle.PartitionFileReader.DamagedPartitionException;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The rows of a partition in memory, in the order of their keys. Reused for one partition after the
 * other: filled by one thread, then read by any.
 */
final class PartitionRows {
  private final ShuffleKeys keys;
  private final RowOrder order;
  private final byte[] bytes;

  /**
   * Allocates the arrays once, for the largest partition: reallocating them would fragment the
   * heap.
   *
   * @param keys of the rows' seed
   * @param partitions partitions that may be loaded
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

  /** The heap for this many rows whose file has this size. */
  static long heapBytes(long rows, long bytes) {
    return bytes + rows * RowOrder.ROW_BYTES;
  }

  /** Loads and sorts a partition. */
  void load(Path directory, ShufflePartition partition) throws IOException {
    Path file = directory.resolve(partition.fileName());
    int filled = 0;
    order.clear();
    try (PartitionFileReader reader = new PartitionFileReader(file, partition.bytes())) {
      while (reader.next()) {
        reader.readRows(bytes, filled);
        int end = filled + reader.length();
        while (filled < end) {
          order.add(partition.fraction(keys.high(row(filled))), filled);
          filled +=
              PartitionFileWriter.ROW_HEADER_BYTES + PartitionFileWriter.length(bytes, filled);
        }
      }
    }
    if (order.size() != partition.rows()) {
      throw new DamagedPartitionException(
          file, "%d rows instead of %d".formatted(order.size(), partition.rows()));
    }
    order.sort((place, other) -> keys.compare(row(place), row(other)));
  }

  private long row(int place) {
    return PartitionFileWriter.row(bytes, place);
  }

  /** The number of rows. */
  int size() {
    return order.size();
  }

  /** Where a row begins, by its index in the order of keys. */
  int offset(int index) {
    return order.place(index) + PartitionFileWriter.ROW_HEADER_BYTES;
  }

  /** The length of a row, by its index in the order of keys. */
  int length(int index) {
    return PartitionFileWriter.length(bytes, order.place(index));
  }

  /** The array that holds the rows. */
  byte[] bytes() {
    return bytes;
  }
}
