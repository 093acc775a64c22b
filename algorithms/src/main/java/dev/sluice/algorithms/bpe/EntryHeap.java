package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * A binary heap of entries. The entry with the highest count is first; of entries with equal
 * counts, the one with the smaller pair.
 */
final class EntryHeap {
  private long[] counts = new long[64];
  private long[] pairs = new long[64];
  private int[] entries = new int[64];
  private int size;

  int size() {
    return size;
  }

  /** Returns the first entry. */
  int entry() {
    return entries[0];
  }

  /** Returns the count with which the first entry was added. */
  long count() {
    return counts[0];
  }

  void add(long count, long pair, int entry) {
    if (size == entries.length) {
      counts = Arrays.copyOf(counts, 2 * size);
      pairs = Arrays.copyOf(pairs, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int at = size++;
    while (at > 0 && isBefore(count, pair, (at - 1) >> 1)) {
      move((at - 1) >> 1, at);
      at = (at - 1) >> 1;
    }
    set(at, count, pair, entry);
  }

  void removeFirst() {
    size--;
    long count = counts[size];
    long pair = pairs[size];
    int entry = entries[size];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(counts[child + 1], pairs[child + 1], child)) {
        child++;
      }
      if (isBefore(count, pair, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, count, pair, entry);
  }

  private boolean isBefore(long count, long pair, int other) {
    return count != counts[other] ? count > counts[other] : pair < pairs[other];
  }

  private void move(int from, int to) {
    set(to, counts[from], pairs[from], entries[from]);
  }

  private void set(int at, long count, long pair, int entry) {
    counts[at] = count;
    pairs[at] = pair;
    entries[at] = entry;
  }

  /** Returns the memory of the heap in bytes. */
  long heapBytes() {
    return (long) entries.length * (2 * Long.BYTES + Integer.BYTES);
  }
}
