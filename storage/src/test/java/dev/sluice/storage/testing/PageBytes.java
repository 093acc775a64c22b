package dev.sluice.storage.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The parts of a page: plain values, and runs of numbers of at most 8 bits. */
final class PageBytes {
  private PageBytes() {}

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static byte[] of(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** One number several times. */
  static byte[] run(int count, int number) {
    return join(varint(count << 1), of(number));
  }

  /** Numbers in groups of eight, bit by bit. */
  static byte[] packed(int groups, byte... bits) {
    return join(varint(groups << 1 | 1), bits);
  }

  /** Levels as a page of version 1 has them, behind their length. */
  static byte[] sized(byte[] levels) {
    return join(int32(levels.length), levels);
  }

  static byte[] varint(int value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int left = value;
    while (left >= 0x80) {
      bytes.write(left | 0x80);
      left >>>= 7;
    }
    bytes.write(left);
    return bytes.toByteArray();
  }

  static byte[] int32(int... values) {
    ByteBuffer bytes = littleEndian(4 * values.length);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  static byte[] int64(long... values) {
    ByteBuffer bytes = littleEndian(8 * values.length);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  static byte[] float64(double... values) {
    ByteBuffer bytes = littleEndian(8 * values.length);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return bytes.array();
  }

  static byte[] strings(String... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String value : values) {
      bytes.writeBytes(sized(value.getBytes(UTF_8)));
    }
    return bytes.toByteArray();
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
