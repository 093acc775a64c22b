package dev.sluice.jobs.validate.output;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.operators.minhash.NearDedup;
import java.util.Optional;

/**
 * The keys of documents that were read, each of one band, with the step that read the first
 * document that has it, and that document's sketch if there is a check. If they do not fit into
 * memory, they are divided into parts, one of which is held at a time. Exact: open addressing with
 * linear probing, at most eight ninths full, and half as large again if there are more keys than
 * expected. Removed keys take room until the table is full.
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
   * @param keys approximate total number
   * @param memoryBytes for those of one part
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

  /** The number of parts. */
  public int parts() {
    return parts;
  }

  /** Forgets all keys and starts with another part; parts are numbered from 0. */
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
   * Looks for the first document with a key; the document itself, if there is none before it.
   *
   * @param step that reads the document
   * @param sketch of the document; not looked at without a check
   * @return whether there is one before it, and it is similar if there is a check; false for keys
   *     of other parts
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

  /** Forgets a key, if its first document is of a step. */
  public void remove(int band, long key, int step) {
    long word = word(band, key);
    if (isOfThisPart(word)) {
      int slot = probe(word);
      holders[slot] = holders[slot] == step + 1 ? 0 : holders[slot];
    }
  }

  /** A key as a word. It is never 0, which marks free slots. */
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

  private int held() {
    int held = 0;
    for (int holder : holders) {
      held += holder > 0 ? 1 : 0;
    }
    return held;
  }

  /** Makes room: drops removed keys, and takes a larger table unless they are most of it. */
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
