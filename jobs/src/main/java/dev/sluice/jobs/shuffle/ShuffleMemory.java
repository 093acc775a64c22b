package dev.sluice.jobs.shuffle;

import dev.sluice.storage.table.RowBuffers;

/**
 * The division of the heap for a shuffle. While rows are scattered, most of the heap holds a chunk
 * for each partition. Afterwards, most of it holds two partitions, one of which is loaded while the
 * other is written.
 *
 * @param heapBytes size of the heap
 * @param checkpointBytes number of bytes read or written between two checkpoints
 */
public record ShuffleMemory(long heapBytes, long checkpointBytes) {
  /** Memory of the program itself: class data, buffers, JSON. */
  private static final long OWN_BYTES = 12L << 20;

  /** Approximate memory of a process outside its heap. */
  private static final long BESIDE_HEAP = 128L << 20;

  private static final int MIB = 1 << 20;
  private static final int MIN_CHUNK_BYTES = 16 << 10;
  private static final int MAX_CHUNK_BYTES = MIB;
  private static final int MAX_PILES = 1_000;

  /** Maximum size of a partition that is sorted with few cache misses. */
  private static final long BEST_PARTITION_BYTES = 64L << 20;

  /**
   * Planned fill level of the memory for a partition, which leaves room for partitions larger than
   * the average.
   */
  private static final double FILLED = 0.8;

  /** Memory for the rows of an open row group. */
  private static final long OPEN_ROWS_BYTES = 9L << 20;

  /** Memory for the rows and pages of a row group that is being compressed. */
  private static final long PACKED_BYTES = 18L << 20;

  /** Memory for reading a row group: pages of its columns, and one row. */
  private static final long READ_ROW_GROUP_BYTES = 16L << 20;

  /** Divides a heap, with the default interval of checkpoints. */
  public static ShuffleMemory of(long heapBytes) {
    return new ShuffleMemory(heapBytes, 256L << 20);
  }

  private long usable() {
    return Math.max(MIB, heapBytes - heapBytes / 16 - OWN_BYTES);
  }

  /** Returns the size of a block of lines. */
  public int blockBytes() {
    return (int) Math.min(MIB, Math.max(64 << 10, usable() / 32));
  }

  /** Returns how many row groups can be read at the same time. */
  public int reading(int threads) {
    return (int) Math.max(1, Math.min(threads, usable() / 2 / READ_ROW_GROUP_BYTES));
  }

  /** Returns how many row groups can be compressed at the same time. */
  public int packing(int threads) {
    return (int) Math.max(1, Math.min(threads, (usable() / 2 - OPEN_ROWS_BYTES) / PACKED_BYTES));
  }

  /**
   * Returns the heap for a loaded partition.
   *
   * @param packing number of row groups compressed at the same time; 0 for lines
   */
  public long partitionBytes(int packing) {
    long written = packing == 0 ? 0 : OPEN_ROWS_BYTES + packing * PACKED_BYTES;
    long left = usable() - written - 2 * MIB;
    return Math.min(Integer.MAX_VALUE - MIB, Math.max(MIB, left / 2));
  }

  /** Returns the maximum size of a row. */
  public int maxRowBytes() {
    return (int) Math.min(Integer.MAX_VALUE / 4, usable() / 4);
  }

  /** Returns the buffers for reading row groups with this many threads. */
  RowBuffers rowBuffers(int threads) {
    long pages = Math.max(READ_ROW_GROUP_BYTES, usable() / 3 / reading(threads));
    return new RowBuffers(maxRowBytes(), pages);
  }

  /** Returns the message for a row that does not fit. It states the memory that the row needs. */
  public String tooSmallFor(OversizeRowException row) {
    long needed = 4 * row.bytes() + OWN_BYTES + (4 * row.bytes() + OWN_BYTES) / 15;
    long process = (needed + BESIDE_HEAP) / 15 * 16;
    return "%s is a row of %,d bytes, but the memory allows rows of at most %,d bytes: run the command again with --memory %dMiB or more"
        .formatted(row.getMessage(), row.bytes(), maxRowBytes(), process / MIB + 1);
  }

  /** Returns the best number of partitions for rows of this total size. */
  public int partitions(long heapOfRows, int packing) {
    double each = Math.min(BEST_PARTITION_BYTES, partitionBytes(packing)) * FILLED;
    long wanted = (long) Math.ceil(heapOfRows / each);
    return (int) Math.max(1, Math.min(wanted, Math.min(MAX_PILES, usable() / 3 / MIN_CHUNK_BYTES)));
  }

  /** Returns the size of the chunks for this many partitions. */
  public int chunkBytes(int partitions) {
    return (int) Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, usable() / 3 / partitions));
  }

  /** Thrown if a row does not fit into memory. */
  static final class OversizeRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long bytes;

    /**
     * @param place the file and the row, for messages
     * @param bytes minimum size of the row
     */
    public OversizeRowException(String place, long bytes) {
      super(place);
      this.bytes = bytes;
    }

    long bytes() {
      return bytes;
    }
  }
}
