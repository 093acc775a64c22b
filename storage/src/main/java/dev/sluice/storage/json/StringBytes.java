package dev.sluice.storage.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the end of the plain part of a JSON string, eight bytes at a time. */
final class StringBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long SPACES = ' ' * ONES;

  private StringBytes() {}

  /** The index of the first quote, backslash or control character; {@code end} if there is none. */
  static int plainUpTo(byte[] bytes, int from, int end) {
    return upTo(bytes, from, end, 0);
  }

  /** The index of the first quote, backslash, control character or byte that is not ASCII. */
  static int asciiUpTo(byte[] bytes, int from, int end) {
    return upTo(bytes, from, end, HIGH);
  }

  private static int upTo(byte[] bytes, int from, int end, long more) {
    int at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long word = (long) LONG.get(bytes, at);
      // A borrow only affects higher bytes, so the lowest bit found is exact.
      long below = (word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES;
      long found = (below & ~word | word & more) & HIGH;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < end && isPlain(bytes[at], more != 0)) {
      at++;
    }
    return at;
  }

  private static boolean isPlain(byte b, boolean asciiOnly) {
    return b < 0 ? !asciiOnly : b >= ' ' && b != '"' && b != '\\';
  }
}
