package dev.sluice.storage.takedown;

import dev.sluice.core.XxHash64;
import java.util.Arrays;

/**
 * A hash table of the entries of one kind. Takes 6 bytes for each entry. Immutable and thread-safe.
 */
final class EntryTable {
  private final Entries entries;

  /** The maximum number of first bytes of an entry by which it is found. */
  private final int keyBytes;

  private final HashedNumbers numbers;

  EntryTable(EntryKind kind, Entries entries) {
    this.entries = entries;
    this.keyBytes = kind.isHashed() ? EntryKind.HASH_AT : Integer.MAX_VALUE;
    this.numbers = new HashedNumbers(entries.count(), entries.count());
    for (int i = 0; i < entries.count(); i++) {
      numbers.add(hash(entries.bytes(), entries.begin(i), entries.length(i)), i);
    }
  }

  private long hash(byte[] bytes, int offset, int length) {
    return XxHash64.hash(bytes, offset, Math.min(length, keyBytes), 0);
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
    return numbers.any(hash(first, 0, length), entry -> startsWith(entry, first, length));
  }

  private boolean startsWith(int entry, byte[] first, int length) {
    int at = entries.begin(entry);
    return entries.length(entry) >= length
        && Arrays.equals(entries.bytes(), at, at + length, first, 0, length);
  }
}
