package dev.sluice.storage.takedown;

import dev.sluice.core.XxHash64;
import java.util.Arrays;

/**
 * A hash table of the entries of one kind, with open addressing and linear probing. A slot holds
 * the number of an entry and, in the other bits, a part of its hash. So a lookup of an absent key
 * rarely reads an entry. The table is two thirds full: 6 bytes for each entry. Immutable and
 * thread-safe.
 */
final class EntryTable {
  private final Entries entries;

  /** The maximum number of first bytes of an entry by which it is found. */
  private final int keyBytes;

  /** The number of an entry, from 1, and above it the lowest bits of its hash; 0 if free. */
  private final int[] slots;

  private final int numberBits;

  EntryTable(EntryKind kind, Entries entries) {
    this.entries = entries;
    this.keyBytes = kind.isHashed() ? EntryKind.HASH_AT : Integer.MAX_VALUE;
    this.slots = new int[entries.count() + entries.count() / 2 + 1];
    this.numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(entries.count());
    for (int i = 0; i < entries.count(); i++) {
      add(i);
    }
  }

  private void add(int entry) {
    long hash = hash(entries.bytes(), entries.begin(entry), entries.length(entry));
    int slot = slot(hash);
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    slots[slot] = tag(hash) | entry + 1;
  }

  private long hash(byte[] bytes, int offset, int length) {
    return XxHash64.hash(bytes, offset, Math.min(length, keyBytes), 0);
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

  boolean isEmpty() {
    return entries.count() == 0;
  }

  /**
   * Returns whether an entry has these first bytes.
   *
   * @param length the number of bytes to compare; either the whole entry or, if it is hashed, what
   *     comes before the hash
   */
  boolean has(byte[] first, int length) {
    long hash = hash(first, 0, length);
    int tag = tag(hash);
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int number = slots[slot] ^ tag;
      if (number > 0 && number <= entries.count() && startsWith(number - 1, first, length)) {
        return true;
      }
      slot = next(slot);
    }
    return false;
  }

  private boolean startsWith(int entry, byte[] first, int length) {
    int at = entries.begin(entry);
    return entries.length(entry) >= length
        && Arrays.equals(entries.bytes(), at, at + length, first, 0, length);
  }
}
