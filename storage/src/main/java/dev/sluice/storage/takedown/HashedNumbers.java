package dev.sluice.storage.takedown;

import java.util.function.IntPredicate;

/**
 * Numbers by hash: a table with open addressing and linear probing. A slot holds a number and, in
 * the other bits, a part of its hash. So a lookup of an absent hash rarely tests a number. The
 * table is two thirds full: 6 bytes for each addition. Thread-safe once it is filled.
 */
final class HashedNumbers {
  /** A number, from 1, and above it the lowest bits of its hash; 0 if free. */
  private final int[] slots;

  private final int numbers;
  private final int numberBits;

  /**
   * @param additions how often {@link #add} or {@link #put} will be called
   * @param numbers all numbers are smaller than this
   */
  HashedNumbers(int additions, int numbers) {
    this.slots = new int[Math.addExact(additions, additions / 2 + 1)];
    this.numbers = numbers;
    this.numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(numbers);
  }

  /** Adds a number, 0 or more. Several numbers may have the same hash. */
  void add(long hash, int number) {
    put(hash, number, other -> false);
  }

  /**
   * Returns whether a number with this hash passes a test. The test may also get numbers with other
   * hashes.
   */
  boolean any(long hash, IntPredicate test) {
    int tag = tag(hash);
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int number = slots[slot] ^ tag;
      if (number > 0 && number <= numbers && test.test(number - 1)) {
        return true;
      }
      slot = next(slot);
    }
    return false;
  }

  /**
   * Replaces a number by another one of the same hash if it passes a test, which may also get
   * numbers with other hashes. Adds the other one if none passes.
   *
   * @return the number that was replaced, or -1
   */
  int put(long hash, int number, IntPredicate test) {
    int tag = tag(hash);
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int found = slots[slot] ^ tag;
      if (found > 0 && found <= numbers && test.test(found - 1)) {
        slots[slot] = tag | number + 1;
        return found - 1;
      }
      slot = next(slot);
    }
    slots[slot] = tag | number + 1;
    return -1;
  }

  private int slot(long hash) {
    return (int) ((hash >>> 32) * slots.length >>> 32);
  }

  private int next(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  private int tag(long hash) {
    return (int) hash << numberBits;
  }
}
