package dev.sluice.jobs.shuffle.request;

/**
 * How a shuffle shares out the heap. While rows are dealt, most of it holds a chunk for each pile;
 * afterwards two piles: one that is read and one that is written.
 *
 * @param heapBytes all there is
 * @param checkpointBytes after so many bytes read or written it is noted how far the work is
 */
public record ShuffleMemory(long heapBytes, long checkpointBytes) {
  /** What the program itself needs: classes' data, buffers, JSON. */
  private static final long OWN_BYTES = 12L << 20;

  /** What a process takes besides its heap, about. */
  private static final long BESIDE_HEAP = 128L << 20;

  private static final int MIB = 1 << 20;
  private static final int MIN_CHUNK_BYTES = 16 << 10;
  private static final int MAX_CHUNK_BYTES = MIB;
  private static final int MAX_PILES = 1_000;

  /** Piles up to here are read and sorted within the caches' reach. */
  private static final long BEST_PILE_BYTES = 64L << 20;

  /** Uneven rows and chance make some piles larger than others. */
  private static final double FILLED = 0.8;

  /** A row group that is packed, with its open pages. */
  private static final long ROW_GROUP_BYTES = 12L << 20;

  /** A row group that is read: pages of its columns, and a row. */
  private static final long OPEN_ROW_GROUP_BYTES = 16L << 20;

  /** With checkpoints as often as pays. */
  public static ShuffleMemory of(long heapBytes) {
    return new ShuffleMemory(heapBytes, 256L << 20);
  }

  private long usable() {
    return Math.max(MIB, heapBytes - heapBytes / 16 - OWN_BYTES);
  }

  /** The bytes of a block of lines. */
  public int blockBytes() {
    return (int) Math.min(MIB, Math.max(64 << 10, usable() / 32));
  }

  /** How many row groups may be read at once. */
  public int reading(int threads) {
    return (int) Math.max(1, Math.min(threads, usable() / 2 / OPEN_ROW_GROUP_BYTES));
  }

  /** How many row groups may be packed at once. */
  public int packing(int threads) {
    return (int) Math.max(1, Math.min(threads, usable() / 2 / ROW_GROUP_BYTES - 1));
  }

  /**
   * The heap that a pile in memory may take.
   *
   * @param rowGroups that are packed beside, 0 for lines
   */
  public long pileBytes(int rowGroups) {
    long left = usable() - rowGroups * ROW_GROUP_BYTES - 2 * MIB;
    return Math.min(Integer.MAX_VALUE - MIB, Math.max(MIB, left / 2));
  }

  /** The bytes of the largest row. */
  public int maxRowBytes() {
    return (int) Math.min(Integer.MAX_VALUE / 4, usable() / 4);
  }

  /** What reading a row group may take, where so many threads want to read. */
  public RowGroupLimits limits(int threads) {
    long pages = Math.max(OPEN_ROW_GROUP_BYTES, usable() / 3 / reading(threads));
    return new RowGroupLimits(maxRowBytes(), pages);
  }

  /** Says that a row does not fit, and how much memory it needs. */
  public String tooSmallFor(OversizeRowException row) {
    long needed = 4 * row.bytes() + OWN_BYTES + (4 * row.bytes() + OWN_BYTES) / 15;
    long process = (needed + BESIDE_HEAP) / 15 * 16;
    return "%s is a row of %,d bytes, and this memory takes rows of up to %,d: type the same command with --memory %dMiB or more"
        .formatted(row.getMessage(), row.bytes(), maxRowBytes(), process / MIB + 1);
  }

  /** How many piles rows of so much heap in all are best dealt to. */
  public int piles(long heapOfRows, int rowGroups) {
    double each = Math.min(BEST_PILE_BYTES, pileBytes(rowGroups)) * FILLED;
    long wanted = (long) Math.ceil(heapOfRows / each);
    return (int) Math.max(1, Math.min(wanted, Math.min(MAX_PILES, usable() / 3 / MIN_CHUNK_BYTES)));
  }

  /** The bytes of the chunks that rows for so many piles are gathered in. */
  public int chunkBytes(int piles) {
    return (int) Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, usable() / 3 / piles));
  }
}
