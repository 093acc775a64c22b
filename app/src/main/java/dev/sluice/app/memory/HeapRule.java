package dev.sluice.app.memory;

/** The heap's share of the memory of a process. */
public enum HeapRule {
  /**
   * Half. The rest is for RocksDB, code, threads, direct buffers and compressors: a process with a
   * heap of 1 GiB was measured to use 1.6 GiB.
   */
  HALF,

  /**
   * Almost all, for commands that use neither RocksDB nor a broker. They were measured to use 110
   * MiB outside of a heap of 128 MiB.
   */
  MOST;

  /** The divisor of {@link #HALF}. */
  public static final int HALVES = 2;

  /** Enough heap to report that the memory is too small, in MiB. */
  private static final long MIN_HEAP = 32;

  /** Memory outside of the heap, in MiB, to which a sixteenth of the memory is added. */
  private static final long OUTSIDE_HEAP = 128;

  /** In a smaller process, in MiB, the memory outside of the heap no longer shrinks with it. */
  private static final long SMALL_MEMORY = 192;

  /**
   * The size of the heap, in MiB.
   *
   * @param memory memory of the process, in MiB
   */
  public long heapMebibytes(long memory) {
    long heap = memory / HALVES;
    if (this == MOST) {
      heap = Math.max(heap, memory - memory / 16 - OUTSIDE_HEAP);
      heap -= memory < SMALL_MEMORY ? 8 : 0;
    }
    return Math.max(heap, MIN_HEAP);
  }
}
