package dev.sluice.algorithms.words;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/**
 * Counts words of eight bytes or more, in an open-addressing table. The table holds positions in
 * one byte arena. A slot holds half of the word's hash and the position of its record, which
 * consists of the count (8 bytes), the length (4 bytes) and the bytes.
 *
 * <p>Memory: for each word, at least two slots of 8 bytes, and 12 bytes and the word itself in the
 * arena. Not thread-safe.
 */
final class LongWords {
  private static final int HEADER = Long.BYTES + Integer.BYTES;
  private static final int FIRST_BITS = 12;
  private static final int FIRST_ARENA = 1 << 16;
  private static final long PLACE_MASK = 0xFFFFFFFFL;

  /**
   * For each slot, the upper half of the hash, and the record's position plus one; 0 if the slot is
   * empty.
   */
  private long[] slots = new long[1 << FIRST_BITS];

  private final int maxArena;
  private byte[] arena = new byte[FIRST_ARENA];
  private int filled;
  private int used;

  /**
   * @param maxArena maximum size of the arena, at least 64 KiB
   */
  LongWords(int maxArena) {
    this.maxArena = maxArena;
  }

  /** Adds to a word's count. Returns false, and changes nothing, if there is no space. */
  boolean add(byte[] text, int offset, int length, long count) {
    long hash = Bytes.hash(text, offset, length);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    for (long held = slots[slot]; held != 0; held = slots[slot]) {
      int record = (int) (held & PLACE_MASK) - 1;
      if (((held ^ hash) & ~PLACE_MASK) == 0 && equals(record, text, offset, length)) {
        Bytes.writeLong(arena, record, Bytes.readLong(arena, record) + count);
        return true;
      }
      slot = (slot + 1) & mask;
    }
    return insert(slot, hash, text, offset, length, count);
  }

  private boolean insert(int slot, long hash, byte[] text, int offset, int length, long count) {
    if (used >= slots.length >> 1 || length > arena.length - HEADER - filled) {
      return false;
    }
    slots[slot] = (hash & ~PLACE_MASK) | (filled + 1);
    Bytes.writeLong(arena, filled, count);
    Bytes.writeInt(arena, filled + Long.BYTES, length);
    System.arraycopy(text, offset, arena, filled + HEADER, length);
    filled += HEADER + length;
    used++;
    return true;
  }

  private boolean equals(int record, byte[] text, int offset, int length) {
    int from = record + HEADER;
    return Bytes.readInt(arena, record + Long.BYTES) == length
        && Arrays.equals(arena, from, from + length, text, offset, offset + length);
  }

  /** Returns the memory in bytes, including the memory for sorting. */
  long memory() {
    return slots.length * 14L + arena.length;
  }

  /** Returns the memory in bytes after growing for one more word of this length. */
  long memoryWithRoom(int length) {
    long tables = used >= slots.length >> 1 ? 2L * slots.length : slots.length;
    return tables * 14L + arenaFor(length);
  }

  /** Returns whether the arena can grow enough for one more word of this length. */
  boolean mayGrow(int length) {
    return needed(length) <= maxArena;
  }

  int used() {
    return used;
  }

  /** Makes space for one more word of this length. */
  void grow(int length) {
    if (used >= slots.length >> 1) {
      rehash();
    }
    arena = Arrays.copyOf(arena, Math.toIntExact(arenaFor(length)));
  }

  private long needed(int length) {
    return (long) filled + HEADER + length;
  }

  private long arenaFor(int length) {
    long needed = needed(length);
    return needed <= arena.length
        ? arena.length
        : Math.max(needed, Math.min(maxArena, arena.length + (long) (arena.length >> 1)));
  }

  private void rehash() {
    long[] table = new long[2 * slots.length];
    int mask = table.length - 1;
    for (long held : slots) {
      if (held != 0) {
        int record = (int) (held & PLACE_MASK) - 1;
        int length = Bytes.readInt(arena, record + Long.BYTES);
        int slot = (int) Bytes.hash(arena, record + HEADER, length) & mask;
        while (table[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        table[slot] = held;
      }
    }
    slots = table;
  }

  /** Removes all words but keeps the memory. */
  void clear() {
    Arrays.fill(slots, 0);
    filled = 0;
    used = 0;
  }

  /** Returns the words in order. The table must not change while they are read. */
  WordSource sorted() {
    int[] records = new int[used];
    long[] beginnings = new long[used];
    int n = 0;
    for (int record = 0; record < filled; record += HEADER + length(record)) {
      records[n] = record;
      beginnings[n++] = Bytes.ordered(arena, record + HEADER, length(record));
    }
    new RecordSort(beginnings, records, this::compare).sort();
    return new Sorted(records);
  }

  private int length(int record) {
    return Bytes.readInt(arena, record + Long.BYTES);
  }

  private int compare(int one, int other) {
    int from = one + HEADER;
    int otherFrom = other + HEADER;
    return Arrays.compareUnsigned(
        arena, from, from + length(one), arena, otherFrom, otherFrom + length(other));
  }

  private final class Sorted implements WordSource {
    private final int[] records;
    private int at = -1;

    Sorted(int[] records) {
      this.records = records;
    }

    @Override
    public boolean next() {
      return ++at < records.length;
    }

    @Override
    public byte[] bytes() {
      return arena;
    }

    @Override
    public int offset() {
      return records[at] + HEADER;
    }

    @Override
    public int length() {
      return LongWords.this.length(records[at]);
    }

    @Override
    public long count() {
      return Bytes.readLong(arena, records[at]);
    }
  }
}
