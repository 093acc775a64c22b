package dev.sluice.streams;

import dev.sluice.core.values.StateProfile;
import java.util.Objects;

/**
 * The memory that all stores of a process share.
 *
 * @param bytes memory for blocks and memtables; at least {@link #LEAST_BYTES}
 * @param profile whether filters and indexes are part of it
 */
public record StateMemory(long bytes, StateProfile profile) {
  /** The minimum memory. With less, the memtables of a few stores would leave no block cache. */
  public static final long LEAST_BYTES = 16L << 20;

  private static final long MOST_MEMTABLE_BYTES = 16L << 20;
  private static final long LEAST_MEMTABLE_BYTES = 1L << 20;
  private static final int MEMTABLES = 16;

  /** Checks the minimum. */
  public StateMemory {
    Objects.requireNonNull(profile, "profile");
    if (bytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "the memory of the stores is %d bytes, but must be at least %d"
              .formatted(bytes, LEAST_BYTES));
    }
  }

  /**
   * Returns the limit of all memtables together. It is half of the memory, but no more than the
   * memtables can use.
   */
  long writeBufferBytes() {
    return Math.min(bytes / 2, MEMTABLES * MOST_MEMTABLE_BYTES);
  }

  /** Returns the size at which a memtable is written out. */
  long memtableBytes() {
    long share = bytes / MEMTABLES;
    return Math.max(LEAST_MEMTABLE_BYTES, Math.min(MOST_MEMTABLE_BYTES, share));
  }
}
