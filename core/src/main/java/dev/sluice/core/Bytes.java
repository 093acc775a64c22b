package dev.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes little-endian numbers in byte arrays, at any offset. */
public final class Bytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Bytes() {}

  /** Reads eight bytes at {@code at}. */
  public static long readLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Writes eight bytes at {@code at}. */
  public static void writeLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Reads four bytes at {@code at}. */
  public static int readInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  /** Writes four bytes at {@code at}. */
  public static void writeInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /**
   * Reads up to eight bytes as a number. The first byte is the lowest, and missing bytes are zero.
   */
  public static long upToEight(byte[] bytes, int at, int length) {
    if (at + Long.BYTES <= bytes.length) {
      return length >= Long.BYTES ? readLong(bytes, at) : readLong(bytes, at) & mask(length);
    }
    long value = 0;
    for (int i = Math.min(length, Long.BYTES) - 1; i >= 0; i--) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /**
   * Returns the first eight bytes as a number. The signed order of such numbers is the order of the
   * bytes.
   */
  public static long ordered(byte[] bytes, int at, int length) {
    return Long.reverseBytes(upToEight(bytes, at, length)) ^ Long.MIN_VALUE;
  }

  /** Returns a mask of the low {@code length} bytes, 0 to 7. */
  private static long mask(int length) {
    return (1L << (length << 3)) - 1;
  }

  /** Returns a hash of eight bytes or more. All bits of the hash are well mixed. */
  public static long hash(byte[] text, int offset, int length) {
    long hash = length;
    int last = offset + length - Long.BYTES;
    for (int at = offset; at < last; at += Long.BYTES) {
      hash = mix(hash ^ readLong(text, at));
    }
    hash = mix(hash ^ readLong(text, last));
    return hash ^ hash >>> 29;
  }

  /** Returns a hash of a number. Its upper bits, which select a slot of a table, are well mixed. */
  public static long spread(long value) {
    return mix(value) * GOLDEN;
  }

  private static long mix(long value) {
    long product = value * GOLDEN;
    return product ^ product >>> 32;
  }

  /** Returns how many bytes {@link #writeVarint} writes for a value that is not negative. */
  public static int varintSize(long value) {
    return (Long.SIZE + 6 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /**
   * Writes a number with seven bits per byte, the lowest bits first. Negative numbers take ten
   * bytes. Returns the position after the number.
   */
  public static int writeVarint(byte[] bytes, int at, long value) {
    int position = at;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[position] = (byte) rest;
    return position + 1;
  }
}
