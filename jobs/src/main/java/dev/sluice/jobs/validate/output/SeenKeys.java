package dev.sluice.jobs.validate.output;

import dev.sluice.operators.minhash.NearDedup;

/**
 * The keys of documents that were read, each of one band, with the number of documents that have
 * it. If they do not fit into memory, they are divided into parts, one of which is held at a time.
 * Exact: open addressing with linear probing, at most eight ninths full, and half as large again if
 * there are more keys than expected.
 *
 * <p>Memory: 13.5 bytes for each key of a part. Not thread-safe.
 */
public final class SeenKeys {
  private static final int KEY_BYTES = (Long.BYTES + Integer.BYTES) * 9 / 8 + 1;
  private static final int MIN_CAPACITY = 16;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 16;

  private final int parts;
  private final long expected;
  private int part;
  private long[] words;
  private int[] counts;
  private int used;

  /**
   * @param keys approximate total number
   * @param memoryBytes for those of one part
   */
  public SeenKeys(long keys, long memoryBytes) {
    long fitting = Math.min(memoryBytes / KEY_BYTES, MAX_CAPACITY / 9L * 8);
    // A tenth more than the average, because parts differ in size.
    long needed = keys + keys / 10;
    this.parts = (int) Math.max(1, -Math.floorDiv(-needed, fitting));
    this.expected = keys / parts;
    begin(0);
  }

  /** The number of parts. */
  public int parts() {
    return parts;
  }

  /** Forgets all keys and starts with another part; parts are numbered from 0. */
  public final void begin(int number) {
    part = number;
    used = 0;
    allocate((int) Math.max(MIN_CAPACITY, Math.min(MAX_CAPACITY, expected * 9 / 8 + 1)));
  }

  private void allocate(int capacity) {
    words = new long[capacity];
    counts = new int[capacity];
  }

  /** Adds a document's key; true if a document before has it. False for keys of other parts. */
  public boolean add(int band, long key) {
    long word = word(band, key);
    if (!isOfThisPart(word)) {
      return false;
    }
    int slot = probe(word);
    if (words[slot] == 0) {
      words[slot] = word;
      used++;
    }
    counts[slot]++;
    boolean seen = counts[slot] > 1;
    if (used > words.length * 8L / 9) {
      grow();
    }
    return seen;
  }

  /** Takes back what one {@link #add} of this key did. */
  public void remove(int band, long key) {
    long word = word(band, key);
    if (isOfThisPart(word)) {
      counts[probe(word)]--;
    }
  }

  /** Never 0, which marks what is free. */
  private static long word(int band, long key) {
    return ((long) band << NearDedup.KEY_BITS | key) + 1;
  }

  private boolean isOfThisPart(long word) {
    return parts == 1 || (mixed(word) & 0x7FFF_FFFFL) % parts == part;
  }

  private int probe(long word) {
    int slot = (int) ((mixed(word) >>> 32) * words.length >>> 32);
    while (words[slot] != 0 && words[slot] != word) {
      slot++;
      if (slot == words.length) {
        slot = 0;
      }
    }
    return slot;
  }

  /** MurmurHash3's last step: keys that differ by their band alone have other slots. */
  private static long mixed(long word) {
    long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }

  private void grow() {
    if (words.length == MAX_CAPACITY) {
      throw new IllegalStateException("more than " + used + " keys in one table");
    }
    long[] oldWords = words;
    int[] oldCounts = counts;
    allocate((int) Math.min(MAX_CAPACITY, words.length + words.length / 2L));
    for (int i = 0; i < oldWords.length; i++) {
      if (oldWords[i] != 0) {
        int slot = probe(oldWords[i]);
        words[slot] = oldWords[i];
        counts[slot] = oldCounts[i];
      }
    }
  }
}
