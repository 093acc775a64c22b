package dev.sluice.topics.record;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The five bytes that values in Confluent's wire format begin with: 00 and the registry's id of the
 * writer's schema, big-endian. The Avro body behind it is that of the single-object encoding.
 */
final class ConfluentHeader {
  /** Bytes before the Avro body. */
  static final int LENGTH = 5;

  private static final byte MAGIC = 0;

  private ConfluentHeader() {}

  /** The header of an id. */
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

  /** A copy of a value with another header in place of the one that is so long. */
  static byte[] replace(byte[] value, int length, byte[] header) {
    byte[] replaced = Arrays.copyOf(header, header.length + value.length - length);
    System.arraycopy(value, length, replaced, header.length, value.length - length);
    return replaced;
  }
}
