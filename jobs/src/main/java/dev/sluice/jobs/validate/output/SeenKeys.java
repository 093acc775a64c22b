package dev.sluice.jobs.validate.output;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.operators.minhash.NearDedup;
import java.util.Optional;

/**
 * The keys of the documents read so far. Each key belongs to one band and is stored with the step
 * that read the first document with this key and, if there is a check, with the sketch of that
 * document. If the keys do not fit into memory, they are divided into parts, and one part is held
 * at a time. The result is exact. The table uses open addressing with linear probing, is at most
 * eight ninths full, and grows by half if there are more keys than expected. Removed keys take up
 * slots until the table is full.
 *
 * <p>Memory: 13.5 bytes for each key of a part, and 9/8 of a sketch. Not thread-safe.
 */
public final class SeenKeys {
  private static final int MIN_CAPACITY = 16;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 16;

  private final Optional<SketchCheck> check;
  private final int sketchBytes;
  private final int mostCapacity;
  private final int parts;
  private final long expected;
  private int part;
  private long[] words;
  private int[] holders;
  private byte[] sketches;
  private int used;

  /**
   * @param keys approximate total number of keys
   * @param memoryBytes memory for the keys of one part
   * @param check how documents with a common key are compared; empty if they are not
   */
  public SeenKeys(long keys, long memoryBytes, Optional<SketchCheck> check) {
    this.check = check;
    this.sketchBytes = check.map(SketchCheck::bytes).orElse(0);
    this.mostCapacity = MAX_CAPACITY / Math.max(1, sketchBytes);
    long keyBytes = (Long.BYTES + Integer.BYTES + sketchBytes) * 9 / 8 + 1;
    long fitting = Math.min(memoryBytes / keyBytes, mostCapacity / 9L * 8);
    // A tenth more than the average, because parts differ in size.
    long needed = keys + keys / 10;
    this.parts = (int) Math.max(1, -Math.floorDiv(-needed, fitting));
    this.expected = keys / parts;
    begin(0);
  }

  /** Returns the number of parts. */
  public int parts() {
    return parts;
  }

  /** Forgets all keys and starts the given part; parts are numbered from 0. */
  public final void begin(int number) {
    part = number;
    used = 0;
    allocate((int) Math.max(MIN_CAPACITY, Math.min(mostCapacity, expected * 9 / 8 + 1)));
  }

  private void allocate(int capacity) {
    words = new long[capacity];
    holders = new int[capacity];
    sketches = new byte[capacity * sketchBytes];
  }

  /**
   * Looks for an earlier document with a key. If there is none, the document becomes the first one
   * with this key.
   *
   * @param step the step that reads the document
   * @param sketch the sketch of the document; not looked at without a check
   * @return whether there is an earlier document with the key that, if there is a check, is
   *     similar; false for keys of other parts
   */
  public boolean add(int band, long key, int step, byte[] sketch) {
    long word = word(band, key);
    if (!isOfThisPart(word)) {
      return false;
    }
    int slot = probe(word);
    if (holders[slot] > 0) {
      return check.isEmpty() || check.get().passes(sketches, slot * sketchBytes, sketch, 0);
    }
    used += words[slot] == 0 ? 1 : 0;
    words[slot] = word;
    holders[slot] = step + 1;
    System.arraycopy(sketch, 0, sketches, slot * sketchBytes, sketchBytes);
    if (used > words.length * 8L / 9) {
      grow();
    }
    return false;
  }

  /** Forgets a key if the step read the key's first document. */
  public void remove(int band, long key, int step) {
    long word = word(band, key);
    if (isOfThisPart(word)) {
      int slot = probe(word);
      holders[slot] = holders[slot] == step + 1 ? 0 : holders[slot];
    }
  }

  /** Returns the word that represents a key. The word is never 0, because 0 marks free slots. */
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

  /**
   * Applies the last step of MurmurHash3, so that keys that differ only in their bands get
   * different slots.
   */
  private static long mixed(long word) {
    long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }

  private int held() {
    int held = 0;
    for (int holder : holders) {
      held += holder > 0 ? 1 : 0;
    }
    return held;
  }

  /** Makes room: drops removed keys, and allocates a larger table unless most keys were removed. */
  private void grow() {
    int held = held();
    boolean isLargest = words.length == mostCapacity;
    boolean isRoom = held <= (isLargest ? words.length / 8L * 7 : words.length / 2L);
    if (isLargest && !isRoom) {
      throw new IllegalStateException("more than " + held + " keys in one table");
    }
    long[] oldWords = words;
    int[] oldHolders = holders;
    byte[] oldSketches = sketches;
    allocate(
        isRoom ? words.length : (int) Math.min(mostCapacity, words.length + words.length / 2L));
    used = held;
    for (int i = 0; i < oldWords.length; i++) {
      if (oldHolders[i] > 0) {
        int slot = probe(oldWords[i]);
        words[slot] = oldWords[i];
        holders[slot] = oldHolders[i];
        System.arraycopy(oldSketches, i * sketchBytes, sketches, slot * sketchBytes, sketchBytes);
      }
    }
  }
}
