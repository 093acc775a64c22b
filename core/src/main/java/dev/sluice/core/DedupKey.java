package dev.sluice.core;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Creates the keys of the deduplication store. A key has one byte for the scope, one for the form,
 * and 16 for the id. An id of the form {@code <urn:uuid:xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx>}
 * (lower case), as in FineWeb, is stored as the UUID's 16 bytes; any other id as its MD5.
 * Deduplication is therefore exact for UUIDs, and exact up to a 128-bit hash for other ids.
 *
 * <p>Not thread-safe: holds one digest.
 */
public final class DedupKey {
  /** The length of a key in bytes. */
  public static final int LENGTH = 18;

  private static final byte FORM_HASH = 0;
  private static final byte FORM_UUID = 1;
  private static final byte[] PREFIX = {'<', 'u', 'r', 'n', ':', 'u', 'u', 'i', 'd', ':'};
  private static final int UUID_LENGTH = 36;

  /** The value of each byte as a digit: faster than comparisons, and done for each row. */
  private static final byte[] DIGITS = new byte[256];

  static {
    Arrays.fill(DIGITS, (byte) -1);
    for (int digit = 0; digit < 16; digit++) {
      DIGITS[Character.forDigit(digit, 16)] = (byte) digit;
    }
  }

  private final MessageDigest md5 = Digests.md5();

  /**
   * Returns the key of an id.
   *
   * @param scope a number in {@code [0, 255]}: the bucket's index, or 0 where ids are unique across
   *     all buckets
   * @param id the bytes of the id
   */
  public byte[] of(int scope, byte[] id) {
    byte[] key = new byte[LENGTH];
    key[0] = (byte) scope;
    if (readUuid(id, key)) {
      key[1] = FORM_UUID;
    } else {
      key[1] = FORM_HASH;
      System.arraycopy(md5.digest(id), 0, key, 2, 16);
    }
    return key;
  }

  /**
   * Writes the UUID's bytes into the key. Returns false, and leaves undefined bytes, if the id is
   * not a UUID.
   */
  private static boolean readUuid(byte[] id, byte[] key) {
    if (id.length != PREFIX.length + UUID_LENGTH + 1 || id[id.length - 1] != '>') {
      return false;
    }
    for (int i = 0; i < PREFIX.length; i++) {
      if (id[i] != PREFIX[i]) {
        return false;
      }
    }
    int at = PREFIX.length;
    for (int i = 0; i < 16; i++) {
      boolean dash = i == 4 || i == 6 || i == 8 || i == 10;
      if (dash && id[at++] != '-') {
        return false;
      }
      int high = digit(id[at++]);
      int low = digit(id[at++]);
      if ((high | low) < 0) {
        return false;
      }
      key[2 + i] = (byte) (high << 4 | low);
    }
    return true;
  }

  /** Returns the value of a lower-case hexadecimal digit, or -1. */
  private static int digit(byte character) {
    return DIGITS[character & 0xFF];
  }
}
