package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.RowOrder;
import dev.sluice.algorithms.shuffle.ShuffleKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a partition in memory, in the order of their keys. Reused for one partition after the
 * other: filled by one thread, then read by any.
 */
final class PartitionRows {
  private static final int FIRST_CHUNKS = 64;
  private static final int CHUNK_BYTES = Integer.BYTES + Long.BYTES;

  private final ShuffleKeys keys;
  private final RowOrder order;
  private final ChunkRows compared = new ChunkRows();
  private final byte[] bytes;
  private int filled;
  private int[] chunkPlaces = new int[FIRST_CHUNKS];
  private long[] chunkFirsts = new long[FIRST_CHUNKS];
  private int chunks;

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

  /** The heap for this many rows of this total size, for chunks of at least 64 rows. */
  static long heapBytes(long rows, long bytes) {
    return bytes + rows * RowOrder.ROW_BYTES + 2 * CHUNK_BYTES * (rows / FIRST_CHUNKS + 1);
  }

  /** Loads and sorts a partition. */
  void load(Path directory, ShufflePartition partition) throws IOException {
    filled = 0;
    chunks = 0;
    order.clear();
    try (PartitionFileReader reader =
        new PartitionFileReader(directory.resolve(partition.fileName()), partition.bytes())) {
      while (reader.next()) {
        reader.readRows(bytes, filled);
        addChunk(reader, partition);
      }
    }
    if (order.size() != partition.rows()) {
      throw new DamagedPartitionException(
          directory.resolve(partition.fileName()),
          "%d rows instead of %d".formatted(order.size(), partition.rows()));
    }
    order.sort(this::compare);
  }

  private void addChunk(PartitionFileReader chunk, ShufflePartition partition) {
    if (chunks == chunkPlaces.length) {
      chunkPlaces = Arrays.copyOf(chunkPlaces, 2 * chunks);
      chunkFirsts = Arrays.copyOf(chunkFirsts, 2 * chunks);
    }
    chunkPlaces[chunks] = filled;
    chunkFirsts[chunks++] = chunk.first();
    ChunkRows rows = new ChunkRows();
    rows.moveTo(bytes, filled, chunk.first());
    int place = filled;
    for (int left = chunk.rows(); left > 0; left--) {
      rows.next();
      order.add(partition.fraction(keys.high(rows.row())), place);
      rows.skip();
      place = rows.offset();
    }
    filled += chunk.length();
  }

  private int compare(int place, int other) {
    return keys.compare(row(place), row(other));
  }

  private long row(int place) {
    int found = Arrays.binarySearch(chunkPlaces, 0, chunks, place);
    int chunk = found >= 0 ? found : -found - 2;
    compared.moveTo(bytes, place, chunkFirsts[chunk]);
    compared.next();
    return compared.row();
  }

  /** The number of rows. */
  int size() {
    return order.size();
  }

  /** Moves before a row, by its index in the order of keys. The row's number is undefined then. */
  void find(int index, ChunkRows target) {
    target.moveTo(bytes, order.place(index), 0);
    target.next();
  }

  /** The array that holds the rows. */
  byte[] bytes() {
    return bytes;
  }
}
