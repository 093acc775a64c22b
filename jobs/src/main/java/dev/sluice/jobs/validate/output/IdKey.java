package dev.sluice.jobs.validate.output;

import dev.sluice.core.DedupKey;
import java.nio.ByteBuffer;

/**
 * An id as 128 bits: a canonical UUID itself, otherwise its MD5.
 *
 * @param high first half
 * @param low second half
 */
public record IdKey(long high, long low) {
  /** A large odd number, so that neighbouring scopes differ in many bits. */
  private static final long SCOPE_FACTOR = 0x9E3779B97F4A7C15L;

  /** Creates keys. Not thread-safe, because it holds a digest. */
  public static final class Maker {
    private final DedupKey keys = new DedupKey();

    /**
     * The key of an id.
     *
     * @param scope index of the bucket if ids are unique within buckets, otherwise 0
     */
    public IdKey of(int scope, byte[] id) {
      ByteBuffer key = ByteBuffer.wrap(keys.of(0, id));
      long high = key.getLong(2);
      return new IdKey(high ^ scope * SCOPE_FACTOR, key.getLong(10));
    }
  }

  /** 64 well-mixed bits of the key, because UUIDs may be consecutive. */
  long hash() {
    long mixed = high ^ Long.rotateLeft(low, 32);
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ low ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }

  /** The part of all keys that this key belongs to. Independent of its position in a table. */
  public int part(int parts) {
    return (int) ((hash() & 0x7FFFFFFFL) % parts);
  }
}
