package dev.sluice.algorithms.neardup;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The keys and the fingerprint of a text. Near-duplicates of the text are found by the keys and
 * proved by the fingerprint. Immutable if callers do not change the array.
 *
 * <pre>
 * 1 byte: number of keys      6 bytes a key, big-endian      fingerprint, if there are keys
 * </pre>
 *
 * @param keys of {@value #KEY_BITS} bits each, at most 255, in no order: two similar texts have one
 *     in common. A text without keys is similar to none
 * @param fingerprint how much of the text another one contains
 */
public record Signature(long[] keys, Fingerprint fingerprint) {
  /** The number of bits of a key. */
  public static final int KEY_BITS = 48;

  /** The signature of a text that is similar to no other text. */
  public static final Signature NONE = new Signature(new long[0], Fingerprint.ofShort(0));

  private static final int KEY_BYTES = KEY_BITS / Byte.SIZE;
  private static final int MOST_KEYS = 255;

  /** Encodes the signature. */
  public byte[] encode() {
    if (keys.length > MOST_KEYS) {
      throw new IllegalStateException(keys.length + " keys");
    }
    int fingerprintBytes = keys.length == 0 ? 0 : fingerprint.size();
    ByteBuffer out = ByteBuffer.allocate(1 + keys.length * KEY_BYTES + fingerprintBytes);
    out.put((byte) keys.length);
    for (long key : keys) {
      out.putShort((short) (key >>> Integer.SIZE)).putInt((int) key);
    }
    if (keys.length > 0) {
      fingerprint.write(out);
    }
    return out.array();
  }

  /**
   * Returns the number of keys of the signature that is encoded at an index, without decoding it.
   */
  public static int keys(byte[] bytes, int at) {
    return bytes[at] & MOST_KEYS;
  }

  /** Returns a key of the signature that is encoded at an index, without decoding it. */
  public static long key(byte[] bytes, int at, int number) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int from = at + 1 + number * KEY_BYTES;
    return (in.getShort(from) & 0xFFFFL) << Integer.SIZE
        | in.getInt(from + Short.BYTES) & 0xFFFF_FFFFL;
  }

  /**
   * Returns {@link Fingerprint#sequences} of the signature that is encoded at an index, without
   * decoding it. It must have keys.
   */
  public static int sequences(byte[] bytes, int at) {
    return Fingerprint.sequences(bytes, at + 1 + keys(bytes, at) * KEY_BYTES);
  }

  /**
   * Decodes a signature. A signature without any bytes is {@link #NONE}.
   *
   * @throws IllegalArgumentException if the value is not an encoded signature
   */
  public static Signature decode(byte[] value) {
    if (value.length == 0) {
      return NONE;
    }
    ByteBuffer in = ByteBuffer.wrap(value);
    try {
      long[] keys = new long[in.get() & MOST_KEYS];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (in.getShort() & 0xFFFFL) << Integer.SIZE | in.getInt() & 0xFFFF_FFFFL;
      }
      Signature signature = keys.length == 0 ? NONE : new Signature(keys, Fingerprint.read(in));
      if (!in.hasRemaining()) {
        return signature;
      }
    } catch (BufferUnderflowException e) {
      // it ends too early
    }
    throw new IllegalArgumentException("a signature of %d bytes".formatted(value.length));
  }
}
