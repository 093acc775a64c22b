package dev.sluice.topics.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The part of a document that near-deduplication compares, as records contain it. Immutable if
 * callers do not change the arrays.
 *
 * <pre>
 * 1 byte: number of keys      6 bytes a key, big-endian      fingerprint, if there are keys
 * </pre>
 *
 * @param keys keys of the document, each of 48 bits, up to 255; none for a text without units
 * @param fingerprint how much of the document another one contains; empty if there are no keys
 */
public record RowSignature(long[] keys, byte[] fingerprint) {
  private static final int KEY_BYTES = 6;
  private static final int MOST_KEYS = 255;
  private static final RowSignature NONE = new RowSignature(new long[0], new byte[0]);

  /**
   * Encodes a signature.
   *
   * @param count number of keys, 0 to 255
   * @param fingerprintBytes size of the fingerprint
   * @param fingerprint writes the fingerprint; not called if there are no keys
   */
  public static byte[] encode(
      long[] keys, int count, int fingerprintBytes, Consumer<ByteBuffer> fingerprint) {
    if (count > MOST_KEYS) {
      throw new IllegalArgumentException(count + " keys of a row");
    }
    ByteBuffer out =
        ByteBuffer.allocate(1 + count * KEY_BYTES + (count > 0 ? fingerprintBytes : 0));
    out.put((byte) count);
    for (int i = 0; i < count; i++) {
      out.putShort((short) (keys[i] >>> Integer.SIZE)).putInt((int) keys[i]);
    }
    if (count > 0) {
      fingerprint.accept(out);
    }
    return out.array();
  }

  /**
   * Decodes a signature. A signature without any bytes belongs to a text without units.
   *
   * @throws MalformedRecordException if the value ends before its keys
   */
  public static RowSignature parse(byte[] value) throws MalformedRecordException {
    if (value.length == 0) {
      return NONE;
    }
    int count = value[0] & MOST_KEYS;
    int end = 1 + count * KEY_BYTES;
    if (end > value.length || count == 0 && end < value.length) {
      throw new MalformedRecordException("a signature of %d bytes".formatted(value.length));
    }
    ByteBuffer in = ByteBuffer.wrap(value, 1, value.length - 1);
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (in.getShort() & 0xFFFFL) << Integer.SIZE | in.getInt() & 0xFFFF_FFFFL;
    }
    return new RowSignature(keys, Arrays.copyOfRange(value, end, value.length));
  }
}
