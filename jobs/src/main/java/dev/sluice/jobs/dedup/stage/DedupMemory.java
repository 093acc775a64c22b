package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.FeatureBatch;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.text.JobRefusedException;

/**
 * What each stage takes of the heap and of the disk. Nothing grows with the number of documents but
 * the joining in memory, which gives way to the joining on disk; so what is refused is a budget too
 * small for the buffers alone.
 *
 * @param usableBytes of the heap for buffers and data
 * @param threads that work at once
 */
public record DedupMemory(long usableBytes, int threads) {
  /** What the program itself needs: classes' data, buffers, JSON. */
  private static final long OWN_BYTES = 12L << 20;

  private static final int MIB = 1 << 20;
  private static final int MIN_CHUNK_BYTES = 1 << 10;
  private static final int MAX_CHUNK_BYTES = 32 << 10;
  private static final int MAX_PART_BITS = 9;

  /** Parts up to here are sorted within the caches' reach. */
  private static final long BEST_PART_BYTES = 12L << 20;

  /** Chance makes some parts larger than others. */
  private static final double FILLED = 0.8;

  private static final int MAX_PAIRS = 1 << 22;
  private static final int MAX_BATCH = 1 << 17;
  private static final long MAX_BATCH_BYTES = 1L << 30;
  private static final int MAX_SET_BATCH = 1 << 14;

  /** A pair, its similarity, and for both documents number, place, length and reference. */
  private static final int SET_PAIR_BYTES = 2 * Long.BYTES + 2 * 28;

  private static final int MAX_RUNS = 512;
  private static final long OPEN_RUN_BYTES = RunWriter.CHUNK_BYTES + 2048L;
  private static final int MIN_NUMBERS = 1 << 10;

  /** A bit for each document, and a number for every 512. */
  private static final int RANK_BITS = 512;

  /** Checks that somebody works. */
  public DedupMemory {
    if (threads < 1 || usableBytes < 1) {
      throw new IllegalArgumentException("%d bytes for %d threads".formatted(usableBytes, threads));
    }
  }

  /**
   * For a heap of which nothing else takes much.
   *
   * @throws JobRefusedException when it is too small for the buffers
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

  /** The smallest heap that works for so many threads: 12 MiB, 4, and 2 for each thread. */
  public static long leastHeapBytes(int threads) {
    return (OWN_BYTES + bufferBytes(threads)) * 16 / 15;
  }

  /** The bits by which the band records of so many documents are best divided. */
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

  /** The bytes of a chunk, of which each thread has one for each part while documents are read. */
  public int chunkBytes(int parts) {
    long bytes = usableBytes / 4 / threads / parts;
    return (int) Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, bytes));
  }

  /** How many band records a thread holds at once, 12 bytes each: three eighths of its share. */
  public int recordsAtOnce() {
    return (int) Math.min(1 << 30, usableBytes / threads * 3 / 8 / BandRecord.BYTES);
  }

  /** By how many bits a part is divided further, given how many records it has. */
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
   * How many pairs a thread holds at once, 16 bytes each: three sixteenths of its share, so that
   * there is room for the documents of a large group beside them.
   */
  public int pairsAtOnce() {
    return numbers(usableBytes / threads * 3 / 16);
  }

  /** How many numbers one sorter among two holds at once: a quarter of all. */
  public int numbersAtOnce() {
    return numbers(usableBytes / 4);
  }

  private static int numbers(long bytes) {
    return (int) Math.max(MIN_NUMBERS, Math.min(MAX_PAIRS, bytes / RunSorter.NUMBER_BYTES));
  }

  /** How many runs are merged at once: they take at most a quarter. */
  public int runsAtOnce() {
    return (int) Math.max(4, Math.min(MAX_RUNS, usableBytes / 4 / OPEN_RUN_BYTES));
  }

  /** How many runs a thread merges, where each has some: a quarter of its share. */
  public int runsOfThread() {
    return Math.max(4, runsAtOnce() / threads);
  }

  /** How many pairs a thread compares at once: all batches take at most a third. */
  public int pairsCompared(FeatureLayout layout) {
    long pair = FeatureBatch.pairBytes(layout) + 2 * Long.BYTES;
    long most = Math.min(MAX_BATCH, MAX_BATCH_BYTES / pair);
    return (int) Math.max(16, Math.min(most, usableBytes / 3 / (threads + 1) / pair));
  }

  /** How many pairs a thread compares by their sets at once: all batches take at most a sixth. */
  public int setPairsCompared() {
    long most = usableBytes / 6 / (threads + 1) / SET_PAIR_BYTES;
    return (int) Math.max(16, Math.min(MAX_SET_BATCH, most));
  }

  /** The bytes of sets that a thread holds at once: all together at most a sixth. */
  public long setBytes() {
    return usableBytes / 6 / (threads + 1);
  }

  /** The bytes that it takes to number the documents that occur in a pair. */
  static long rankBytes(long documents) {
    return documents / Byte.SIZE + documents / RANK_BITS * Integer.BYTES + 64;
  }

  /** Whether clusters can be found in memory: 0.133 bytes a document, 4 for one in a pair. */
  public boolean fitsJoining(long documents, long paired) {
    return rankBytes(documents) + paired * Integer.BYTES <= usableBytes * 9 / 10
        && paired < Integer.MAX_VALUE;
  }

  /**
   * The disk that the temporary files take at their largest, about: 12 bytes for each key, 16 and
   * the signature for each document, and what pairs take where a tenth are near-duplicates.
   */
  public static long diskBytes(long documents, int keys, int signatureBytes) {
    long facts = new FeatureLayout(signatureBytes).width();
    return (long) (documents * (keys * (double) BandRecord.BYTES + facts) * 1.05);
  }
}
