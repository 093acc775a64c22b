package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.KeySort;
import java.util.Arrays;

/**
 * The keys of the documents of a batch, in ranges by their highest bits. Each range can be sorted
 * by a separate thread. A slot is the rank of a document in the order of decisions, times the width
 * of the batch, plus the number of the key. Memory: 12 bytes a key.
 */
final class BatchKeys {
  private final long[] keys;
  private final int[] slots;
  private final int[] ends = new int[SignatureFile.RANGES];

  /**
   * Collects the keys of the documents.
   *
   * @param order documents of the batch in the order in which they are decided
   */
  BatchKeys(SignatureBatch batch, int[] order) {
    int width = batch.width();
    int slotCount = Math.multiplyExact(order.length, width);
    int[] counts = new int[SignatureFile.RANGES];
    for (int slot = 0; slot < slotCount; slot++) {
      long key = batch.key(order[slot / width], slot % width);
      if (key != SignatureBatch.NO_KEY) {
        counts[SignatureFile.rangeOf(key)]++;
      }
    }
    Arrays.setAll(ends, range -> range == 0 ? 0 : ends[range - 1] + counts[range - 1]);
    keys = new long[Arrays.stream(counts).sum()];
    slots = new int[keys.length];
    for (int slot = 0; slot < slotCount; slot++) {
      long key = batch.key(order[slot / width], slot % width);
      if (key != SignatureBatch.NO_KEY) {
        int at = ends[SignatureFile.rangeOf(key)]++;
        keys[at] = key;
        slots[at] = slot;
      }
    }
  }

  /** Sorts a range by keys. Equal keys are sorted by their slots. */
  void sort(int range) {
    KeySort.sort(keys, slots, begin(range), end(range));
    for (int from = begin(range); from < end(range); from = endOfEqual(from)) {
      Arrays.sort(slots, from, endOfEqual(from));
    }
  }

  /** Returns where a range begins among all keys. */
  int begin(int range) {
    return range == 0 ? 0 : ends[range - 1];
  }

  int end(int range) {
    return ends[range];
  }

  int count() {
    return keys.length;
  }

  long key(int at) {
    return keys[at];
  }

  int slot(int at) {
    return slots[at];
  }

  /** Returns the end of the keys that are equal to this one, in a sorted range. */
  int endOfEqual(int from) {
    int to = from + 1;
    while (to < keys.length && keys[to] == keys[from]) {
      to++;
    }
    return to;
  }
}
