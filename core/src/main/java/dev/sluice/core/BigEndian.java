package dev.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian longs in byte arrays, at any offset. */
final class BigEndian {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static long readLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  static void writeLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }
}
