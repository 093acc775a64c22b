package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.KeySort;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The keys of documents that belong to one range, sorted; equal ones by their slots. A slot is the
 * rank of a document in the order of decisions, times the width of the batch, plus the number of
 * the key. Memory: 16 bytes a key.
 */
final class RangeKeys {
  private final long[] keys;
  private final long[] slots;

  private RangeKeys(int count) {
    keys = new long[count];
    slots = new long[count];
  }

  /**
   * Gathers and sorts keys.
   *
   * @param order documents of the batch in the order in which they are decided
   * @param which slots to take
   */
  static RangeKeys of(SignatureBatch batch, int[] order, int range, IntPredicate which) {
    RangeKeys all = new RangeKeys(gather(batch, order, range, which, (at, key, slot) -> {}));
    gather(batch, order, range, which, all::set);
    KeySort.sort(all.keys, all.slots, all.keys.length);
    for (int from = 0; from < all.count(); ) {
      int to = all.end(from);
      if (to - from > 1) {
        Arrays.sort(all.slots, from, to);
      }
      from = to;
    }
    return all;
  }

  /** Takes what was found. */
  private interface Sink {
    void accept(int at, long key, int slot);
  }

  private void set(int at, long key, int slot) {
    keys[at] = key;
    slots[at] = slot;
  }

  private static int gather(
      SignatureBatch batch, int[] order, int range, IntPredicate which, Sink into) {
    int width = batch.width();
    int count = 0;
    for (int rank = 0; rank < order.length; rank++) {
      for (int number = 0; number < width; number++) {
        long key = batch.key(order[rank], number);
        int slot = rank * width + number;
        if (SignatureFile.rangeOf(key) == range && which.test(slot)) {
          into.accept(count++, key, slot);
        }
      }
    }
    return count;
  }

  int count() {
    return keys.length;
  }

  long key(int at) {
    return keys[at];
  }

  int slot(int at) {
    return (int) slots[at];
  }

  /** The end of the keys that are equal to this one. */
  int end(int from) {
    int to = from + 1;
    while (to < keys.length && keys[to] == keys[from]) {
      to++;
    }
    return to;
  }
}
