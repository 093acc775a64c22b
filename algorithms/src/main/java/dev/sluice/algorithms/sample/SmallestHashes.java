package dev.sluice.algorithms.sample;

import java.util.Arrays;

/**
 * Keeps the K candidates with the smallest hashes, compared as unsigned numbers. Of equal hashes,
 * the one with the smaller position is kept. The result is exact, regardless of the order of
 * candidates.
 *
 * <p>Does not use a heap, which would move every candidate in memory. Instead, candidates below a
 * bound are appended to a buffer with space for somewhat more than K candidates. When it is full, a
 * selection (Hoare's FIND) keeps the K smallest, and the largest of them is the new bound. So the
 * amortised cost per candidate is constant.
 *
 * <p>Memory: 16 bytes for each of {@code K + spare} candidates; 161 MB for 10 million with the
 * minimum spare. Grows with the number of candidates. Thread-safe.
 */
public final class SmallestHashes {
  /** The maximum number of candidates to keep. */
  public static final int MAX_COUNT = 1 << 30;

  private static final int MIN_SPARE = 1 << 16;
  private static final int FIRST_ROOM = 1 << 12;

  private final int count;
  private final int capacity;
  private long[] hashes;
  private long[] positions;
  private int size;
  private volatile long bound;

  /**
   * @param count K, 0 to {@link #MAX_COUNT}
   * @param spare the space beyond K, in candidates; at least 65,536
   * @param bound the largest hash to accept, as an unsigned number; -1 accepts all hashes
   */
  public SmallestHashes(int count, int spare, long bound) {
    if (count < 0 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "count is %d, but must be from 0 to %d".formatted(count, MAX_COUNT));
    }
    this.count = count;
    this.capacity = Math.addExact(count, Math.max(spare, MIN_SPARE));
    this.hashes = new long[Math.min(capacity, FIRST_ROOM)];
    this.positions = new long[hashes.length];
    this.bound = bound;
  }

  /** Returns the maximum memory for candidates, in bytes. */
  public static long bytes(long count, long spare) {
    return 2L * Long.BYTES * (count + Math.max(spare, MIN_SPARE));
  }

  /**
   * Returns the largest hash, as an unsigned number, that can still be chosen. Decreases over time.
   */
  public long bound() {
    return bound;
  }

  /**
   * Offers the first {@code length} candidates of two arrays. No reference to the arrays is kept.
   */
  public synchronized void offer(long[] offered, long[] at, int length) {
    for (int i = 0; i < length; i++) {
      if (Long.compareUnsigned(offered[i], bound) <= 0) {
        add(offered[i], at[i]);
      }
    }
  }

  private void add(long hash, long position) {
    if (size == hashes.length) {
      makeRoom();
    }
    hashes[size] = hash;
    positions[size] = position;
    size++;
  }

  private void makeRoom() {
    if (size < capacity) {
      int room = (int) Math.min(capacity, 2L * size);
      hashes = Arrays.copyOf(hashes, room);
      positions = Arrays.copyOf(positions, room);
    } else {
      keepSmallest();
    }
  }

  /** Keeps only the K smallest, and lowers the bound. */
  private void keepSmallest() {
    if (size > count) {
      select();
      size = count;
      long largest = 0;
      for (int i = 0; i < size; i++) {
        largest = Long.compareUnsigned(hashes[i], largest) > 0 ? hashes[i] : largest;
      }
      bound = largest;
    }
  }

  /** Moves the K smallest to the front by narrowing the range that contains the boundary. */
  private void select() {
    int from = 0;
    int to = size - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      long pivotHash = hashes[middle];
      long pivotPosition = positions[middle];
      int left = from;
      int right = to;
      while (left <= right) {
        while (isLess(hashes[left], positions[left], pivotHash, pivotPosition)) {
          left++;
        }
        while (isLess(pivotHash, pivotPosition, hashes[right], positions[right])) {
          right--;
        }
        if (left <= right) {
          swap(left++, right--);
        }
      }
      if (count <= right) {
        to = right;
      } else if (count >= left) {
        from = left;
      } else {
        return;
      }
    }
  }

  private static boolean isLess(long hash, long position, long otherHash, long otherPosition) {
    return hash == otherHash ? position < otherPosition : Long.compareUnsigned(hash, otherHash) < 0;
  }

  private void swap(int one, int other) {
    long hash = hashes[one];
    long position = positions[one];
    hashes[one] = hashes[other];
    positions[one] = positions[other];
    hashes[other] = hash;
    positions[other] = position;
  }

  /** Returns the number of candidates, at most K. */
  public synchronized int size() {
    return Math.min(size, count);
  }

  /**
   * Ends the selection.
   *
   * @return the positions of the chosen candidates in ascending order; fewer than K if fewer
   *     candidates were below the bound
   */
  public synchronized long[] finish() {
    keepSmallest();
    hashes = new long[0];
    long[] chosen = Arrays.copyOf(positions, size);
    positions = chosen;
    size = 0;
    Arrays.sort(chosen);
    return chosen;
  }
}
