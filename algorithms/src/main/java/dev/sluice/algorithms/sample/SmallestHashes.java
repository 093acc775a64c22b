package dev.sluice.algorithms.sample;

import java.util.Arrays;

/**
 * Keeps the K candidates with the smallest hashes, compared as unsigned numbers; of equal hashes
 * the smaller position wins. Exact, whatever the order in which they are offered.
 *
 * <p>No heap, which would move every candidate about in memory: candidates below a bound are
 * appended to a buffer with room for some more than K. When that is full, a selection (Hoare's
 * FIND) leaves the K smallest, and the largest of these is the new bound. Each candidate costs a
 * constant on average.
 *
 * <p>Memory: 16 bytes for each of {@code K + spare} candidates; 10 million with the least spare
 * take 161 MB. It grows with the candidates there are. Thread-safe.
 */
public final class SmallestHashes {
  /** The most candidates that can be kept. */
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
   * @param spare room beyond K, in candidates; raised to 65,536 where it is less
   * @param bound the largest hash, unsigned, that is taken: -1 takes all
   */
  public SmallestHashes(int count, int spare, long bound) {
    if (count < 0 || count > MAX_COUNT) {
      throw new IllegalArgumentException("count %d: 0 to %d".formatted(count, MAX_COUNT));
    }
    this.count = count;
    this.capacity = Math.addExact(count, Math.max(spare, MIN_SPARE));
    this.hashes = new long[Math.min(capacity, FIRST_ROOM)];
    this.positions = new long[hashes.length];
    this.bound = bound;
  }

  /** The bytes that candidates take at most. */
  public static long bytes(long count, long spare) {
    return 2L * Long.BYTES * (count + Math.max(spare, MIN_SPARE));
  }

  /** No hash above this, as an unsigned number, can be chosen any more. Sinks with time. */
  public long bound() {
    return bound;
  }

  /** Offers the first {@code length} candidates of two arrays, which stay the caller's. */
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

  /** Leaves the K smallest, where there are more, and lowers the bound. */
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

  /** Moves the K smallest to the front: narrows the range that holds the border between them. */
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

  /** How many candidates there are, K at most. */
  public synchronized int size() {
    return Math.min(size, count);
  }

  /**
   * Ends the selection.
   *
   * @return the positions of the chosen, ascending; fewer than K where fewer were below the bound
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
