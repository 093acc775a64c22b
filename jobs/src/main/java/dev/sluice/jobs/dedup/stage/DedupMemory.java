package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.FeatureBatch;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.text.JobRefusedException;

/**
 * How each stage divides heap and disk. Nothing grows with the number of documents except
 * clustering in memory, which falls back to disk. So a budget is only refused if it is too small
 * for the buffers.
 *
 * @param usableBytes of the heap for buffers and data
 * @param threads that work at once
 */
public record DedupMemory(long usableBytes, int threads) {
  /** Needed by the program itself: class data, buffers, JSON. */
  private static final long OWN_BYTES = 12L << 20;

  private static final int MIB = 1 << 20;
  private static final int MIN_CHUNK_BYTES = 1 << 10;
  private static final int MAX_CHUNK_BYTES = 32 << 10;
  private static final int MAX_PART_BITS = 9;

  /** Parts up to this size are sorted with few cache misses. */
  private static final long BEST_PART_BYTES = 12L << 20;

  /** Leaves room for parts that are larger than the average. */
  private static final double FILLED = 0.8;

  private static final int MAX_PAIRS = 1 << 22;
  private static final int MAX_BATCH = 1 << 17;
  private static final long MAX_BATCH_BYTES = 1L << 30;
  private static final int MAX_SET_BATCH = 1 << 14;

  /** A pair, its similarity, and for both documents number, position, length and reference. */
  private static final int SET_PAIR_BYTES = 2 * Long.BYTES + 2 * 28;

  private static final int MAX_RUNS = 512;
  private static final long OPEN_RUN_BYTES = RunWriter.CHUNK_BYTES + 2048L;
  private static final int MIN_NUMBERS = 1 << 10;

  /** One counter for this many bits. */
  private static final int RANK_BITS = 512;

  /** Checks that memory and threads are positive. */
  public DedupMemory {
    if (threads < 1 || usableBytes < 1) {
      throw new IllegalArgumentException("%d bytes for %d threads".formatted(usableBytes, threads));
    }
  }

  /**
   * For a heap that is used for little else.
   *
   * @throws JobRefusedException if it is too small for the buffers
   */
  public static DedupMemory of(long heapBytes, int threads) {
    long least = leastHeapBytes(threads);
    if (heapBytes < least) {
      throw new JobRefusedException(
          "%,d MiB of heap are too little: the program takes %,d MiB, and the buffers of %d threads %,d MiB; give %,d MiB or more, or fewer threads"
              .formatted(
                  heapBytes / MIB,
                  OWN_BYTES / MIB,
                  threads,
                  bufferBytes(threads) / MIB,
                  least / MIB + 1));
    }
    return new DedupMemory(heapBytes - heapBytes / 16 - OWN_BYTES, threads);
  }

  private static long bufferBytes(int threads) {
    return (4L + 2L * threads) * MIB;
  }

  /** The smallest heap for this many threads: 12 MiB, 4 MiB, and 2 MiB per thread. */
  public static long leastHeapBytes(int threads) {
    return (OWN_BYTES + bufferBytes(threads)) * 16 / 15;
  }

  /** The best number of bits for partitioning the band records. */
  public int partBits(long documents, int keys) {
    double each = FILLED * Math.min(BEST_PART_BYTES, (long) recordsAtOnce() * BandRecord.BYTES);
    double wanted = (double) documents * keys * BandRecord.BYTES / each;
    int bits = 1;
    while (bits < MAX_PART_BITS
        && 1 << bits < wanted
        && usableBytes / 4 / threads / (2L << bits) >= MIN_CHUNK_BYTES) {
      bits++;
    }
    return bits;
  }

  /** The size of a chunk; while reading, each thread has one per part. */
  public int chunkBytes(int parts) {
    long bytes = usableBytes / 4 / threads / parts;
    return (int) Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, bytes));
  }

  /** Band records that a thread holds, 12 bytes each: three eighths of its share. */
  public int recordsAtOnce() {
    return (int) Math.min(1 << 30, usableBytes / threads * 3 / 8 / BandRecord.BYTES);
  }

  /** The number of bits for splitting a part further. */
  public int moreBits(long records) {
    int bits = 1;
    while (bits < MAX_PART_BITS
        && records / FILLED > (double) recordsAtOnce() * (1 << bits)
        && (1L << bits) * MIN_CHUNK_BYTES < usableBytes / 2) {
      bits++;
    }
    return bits;
  }

  /**
   * Pairs that a thread holds, 16 bytes each: three sixteenths of its share, which leaves room for
   * the documents of a large group.
   */
  public int pairsAtOnce() {
    return numbers(usableBytes / threads * 3 / 16);
  }

  /** Numbers that one of two sorters holds: a quarter of all memory. */
  public int numbersAtOnce() {
    return numbers(usableBytes / 4);
  }

  private static int numbers(long bytes) {
    return (int) Math.max(MIN_NUMBERS, Math.min(MAX_PAIRS, bytes / RunSorter.NUMBER_BYTES));
  }

  /** Runs merged at the same time; they take at most a quarter. */
  public int runsAtOnce() {
    return (int) Math.max(4, Math.min(MAX_RUNS, usableBytes / 4 / OPEN_RUN_BYTES));
  }

  /** Runs merged by one of several threads: a quarter of its share. */
  public int runsOfThread() {
    return Math.max(4, runsAtOnce() / threads);
  }

  /** Pairs that a thread compares at a time; all batches take at most a third. */
  public int pairsCompared(FeatureLayout layout) {
    long pair = FeatureBatch.pairBytes(layout) + 2 * Long.BYTES;
    long most = Math.min(MAX_BATCH, MAX_BATCH_BYTES / pair);
    return (int) Math.max(16, Math.min(most, usableBytes / 3 / (threads + 1) / pair));
  }

  /** Pairs that a thread compares by their sets at a time; all batches take at most a sixth. */
  public int setPairsCompared() {
    long most = usableBytes / 6 / (threads + 1) / SET_PAIR_BYTES;
    return (int) Math.max(16, Math.min(MAX_SET_BATCH, most));
  }

  /** Size of the sets that a thread holds; all together at most a sixth. */
  public long setBytes() {
    return usableBytes / 6 / (threads + 1);
  }

  /** Memory for numbering the documents that occur in a pair. */
  static long rankBytes(long documents) {
    return documents / Byte.SIZE + documents / RANK_BITS * Integer.BYTES + 64;
  }

  /**
   * Whether clustering fits into memory: 0.133 bytes per document, 4 bytes per document in a pair.
   */
  public boolean fitsJoining(long documents, long paired) {
    return rankBytes(documents) + paired * Integer.BYTES <= usableBytes * 9 / 10
        && paired < Integer.MAX_VALUE;
  }

  /**
   * The approximate peak of disk usage: 12 bytes per key, 16 bytes and the signature per document,
   * and pairs for a data set with a tenth of near-duplicates.
   */
  public static long diskBytes(long documents, int keys, int signatureBytes) {
    long features = new FeatureLayout(signatureBytes).width();
    return (long) (documents * (keys * (double) BandRecord.BYTES + features) * 1.05);
  }
}
