package dev.sluice.app.memory;

/** The heap's share of the memory of a process. */
public enum HeapRule {
  /**
   * Half: the rest is for RocksDB, code, threads, direct buffers and compressors. A heap of 1 GiB
   * was measured to use 1.6 GiB in all.
   */
  HALF,

  /**
   * Nearly all, for commands that use neither RocksDB nor a broker: they were measured to use 110
   * MiB beside a heap of 128 MiB.
   */
  MOST;

  /** What {@link #HALF} divides by. */
  public static final int HALVES = 2;

  /** Enough heap to report that it is too little. */
  private static final long LEAST = 32;

  private static final long BESIDE = 128;

  /** Below this, what lies beside the heap no longer shrinks with it. */
  private static final long LITTLE = 192;

  /**
   * The heap, in MiB.
   *
   * @param memory of the whole process, in MiB
   */
  public long heapMebibytes(long memory) {
    long heap = memory / HALVES;
    if (this == MOST) {
      heap = Math.max(heap, memory - memory / 16 - BESIDE);
      heap -= memory < LITTLE ? 8 : 0;
    }
    return Math.max(heap, LEAST);
  }
}
