package dev.sluice.topics.record;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first five bytes of a value in Confluent's wire format: 0 and the registry's id of the
 * writer's schema, big-endian. The Avro body after it is the same as in single-object encoding.
 */
final class ConfluentHeader {
  /** Bytes before the Avro body. */
  static final int LENGTH = 5;

  private static final byte MAGIC = 0;

  private ConfluentHeader() {}

  /** The header for a schema id. */
  static byte[] of(int schemaId) {
    return ByteBuffer.allocate(LENGTH).put(MAGIC).putInt(schemaId).array();
  }

  /** Whether a value begins with such a header. */
  static boolean isOn(byte[] value) {
    return value.length >= LENGTH && value[0] == MAGIC;
  }

  /** The id in a value's header. */
  static int schemaId(byte[] value) {
    return ByteBuffer.wrap(value).getInt(1);
  }

  /** A copy of a value whose header of this length is replaced by another. */
  static byte[] replace(byte[] value, int length, byte[] header) {
    byte[] replaced = Arrays.copyOf(header, header.length + value.length - length);
    System.arraycopy(value, length, replaced, header.length, value.length - length);
    return replaced;
  }
}
