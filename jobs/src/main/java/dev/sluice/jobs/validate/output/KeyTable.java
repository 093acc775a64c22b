package dev.sluice.jobs.validate.output;

import dev.sluice.core.DedupKey;
import java.nio.ByteBuffer;

/**
 * A hash table from 128-bit keys to a fixed number of longs. It is one primitive array with open
 * addressing and linear probing. The table is at most eight ninths full; then an insertion probes
 * five slots on average. Memory: 18 bytes for each key, and 9 for each value of a key. Grows by
 * half if there are more keys than expected.
 *
 * <p>If not all keys fit into memory, each pass over the data handles a part of the keys. Not
 * thread-safe.
 */
public final class KeyTable {
  private static final int KEY_LONGS = 2;
  private static final int MIN_CAPACITY = 16;
  private static final int MAX_LONGS = Integer.MAX_VALUE - 16;

  private final int width;
  private final int passes;
  private final long expected;
  private int pass;
  private int capacity;
  private long[] slots;
  private int used;
  private boolean zeroUsed;

  /** Receives the entries of a table. */
  @FunctionalInterface
  public interface EntryConsumer {
    void accept(IdKey key, int slot);
  }

  /**
   * Creates a table without memory. {@link #begin} allocates it.
   *
   * @param values number of values for each key
   * @param keys approximate number of keys in all passes
   * @param memoryBytes memory for the table
   */
  public KeyTable(int values, long keys, long memoryBytes) {
    this.width = KEY_LONGS + values;
    this.passes = passes(keys, values, memoryBytes);
    this.expected = keys / passes;
    this.slots = newSlots(0);
  }

  /** Returns the memory that a key takes in a full table. */
  static int bytesPerKey(int values) {
    return (KEY_LONGS + values) * Long.BYTES * 9 / 8;
  }

  /** Returns the maximum number of keys in a table. */
  private static long maxKeys(int values) {
    return MAX_LONGS / (KEY_LONGS + values) / 9L * 8;
  }

  private static int passes(long keys, int values, long memoryBytes) {
    long fitting = Math.min(memoryBytes / bytesPerKey(values), maxKeys(values));
    // A tenth more than the average, because parts differ in size.
    long needed = keys + keys / 10;
    return (int) Math.max(1, -Math.floorDiv(-needed, fitting));
  }

  /** Returns the number of passes, 1 or more. The keys of each pass fit into memory. */
  public int passes() {
    return passes;
  }

  /** Removes all keys and begins a pass. Passes are numbered from 0. */
  public void begin(int number) {
    pass = number;
    used = 0;
    zeroUsed = false;
    capacity = (int) Math.max(MIN_CAPACITY, Math.min(maxCapacity(), expected * 9 / 8 + 1));
    slots = new long[0]; // so that two tables are never in memory
    slots = newSlots(capacity);
  }

  /** Returns whether a key belongs to the current pass. */
  public boolean isOfThisPass(IdKey key) {
    return key.part(passes) == pass;
  }

  private int maxCapacity() {
    return MAX_LONGS / width - 1;
  }

  /** Allocates one slot more than the capacity, for the key of zeros. */
  private long[] newSlots(int size) {
    return new long[(size + 1) * width];
  }

  /** Returns the number of keys. */
  int size() {
    return used + (zeroUsed ? 1 : 0);
  }

  /** Returns the slot of a key, or -1 if the table does not have the key. */
  public int find(IdKey key) {
    if (isZero(key)) {
      return zeroUsed ? capacity : -1;
    }
    int slot = probe(key);
    return isFree(slot) ? -1 : slot;
  }

  /** Adds a key, and returns whether it is new. */
  public boolean add(IdKey key) {
    if (isZero(key)) {
      boolean added = !zeroUsed;
      zeroUsed = true;
      return added;
    }
    int slot = probe(key);
    if (!isFree(slot)) {
      return false;
    }
    slots[slot * width] = key.high();
    slots[slot * width + 1] = key.low();
    used++;
    if (used > capacity * 8L / 9) {
      grow();
    }
    return true;
  }

  /** Returns a value of a slot that {@link #find} returned. */
  public long value(int slot, int index) {
    return slots[slot * width + KEY_LONGS + index];
  }

  /** Sets one value in a slot that {@link #find} returned. */
  public void set(int slot, int index, long value) {
    slots[slot * width + KEY_LONGS + index] = value;
  }

  /** Calls a consumer with each entry, in no particular order. */
  public void forEach(EntryConsumer consumer) {
    for (int slot = 0; slot < capacity; slot++) {
      if (!isFree(slot)) {
        consumer.accept(keyAt(slot), slot);
      }
    }
    if (zeroUsed) {
      consumer.accept(new IdKey(0, 0), capacity);
    }
  }

  private static boolean isZero(IdKey key) {
    return (key.high() | key.low()) == 0;
  }

  private boolean isFree(int slot) {
    return (slots[slot * width] | slots[slot * width + 1]) == 0;
  }

  private IdKey keyAt(int slot) {
    return new IdKey(slots[slot * width], slots[slot * width + 1]);
  }

  /** Returns the slot of a key, or the free slot where the key belongs. */
  private int probe(IdKey key) {
    int slot = (int) ((key.hash() >>> 32) * capacity >>> 32);
    while (!isFree(slot)
        && (slots[slot * width] != key.high() || slots[slot * width + 1] != key.low())) {
      slot++;
      if (slot == capacity) {
        slot = 0;
      }
    }
    return slot;
  }

  private void grow() {
    if (capacity == maxCapacity()) {
      throw new IllegalStateException("more than " + used + " ids in one table");
    }
    long[] old = slots;
    int oldCapacity = capacity;
    capacity = (int) Math.min(maxCapacity(), capacity + capacity / 2L);
    slots = newSlots(capacity);
    for (int slot = 0; slot < oldCapacity; slot++) {
      IdKey key = new IdKey(old[slot * width], old[slot * width + 1]);
      if (!isZero(key)) {
        System.arraycopy(old, slot * width, slots, probe(key) * width, width);
      }
    }
    System.arraycopy(old, oldCapacity * width, slots, capacity * width, width);
  }

  /**
   * A document id as 128 bits. They are the bits of a canonical UUID, or the MD5 of any other id.
   *
   * @param high first half
   * @param low second half
   */
  public record IdKey(long high, long low) {
    /** A large odd number, so that neighbouring scopes differ in many bits. */
    private static final long SCOPE_FACTOR = 0x9E3779B97F4A7C15L;

    /** Converts ids to keys. Not thread-safe, because it holds a digest. */
    public static final class Maker {
      private final DedupKey keys = new DedupKey();

      /**
       * Returns the key of an id.
       *
       * @param scope index of the bucket if ids are unique within buckets, otherwise 0
       */
      public IdKey of(int scope, byte[] id) {
        ByteBuffer key = ByteBuffer.wrap(keys.of(0, id));
        long high = key.getLong(2);
        return new IdKey(high ^ scope * SCOPE_FACTOR, key.getLong(10));
      }
    }

    /** Returns a 64-bit hash of the key. Mixes the bits, because UUIDs may be consecutive. */
    long hash() {
      long mixed = high ^ Long.rotateLeft(low, 32);
      mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
      mixed = (mixed ^ low ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
      return mixed ^ (mixed >>> 33);
    }

    /**
     * Returns the part of the key space to which this key belongs. It does not depend on the table.
     */
    public int part(int parts) {
      return (int) ((hash() & 0x7FFFFFFFL) % parts);
    }
  }
}
