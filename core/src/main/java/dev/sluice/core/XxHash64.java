package dev.sluice.core;

/** Yann Collet's 64-bit hash xxHash64, as specified (XXH64). */
public final class XxHash64 {
  private static final long PRIME_1 = 0x9E37_79B1_85EB_CA87L;
  private static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
  private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;
  private static final long PRIME_4 = 0x85EB_CA77_C2B2_AE63L;
  private static final long PRIME_5 = 0x27D4_EB2F_1656_67C5L;
  private static final int STRIPE = 32;

  private XxHash64() {}

  /** Returns the hash of a range of bytes. */
  public static long hash(byte[] bytes, int offset, int length, long seed) {
    int end = offset + length;
    int at = offset;
    long hash = seed + PRIME_5;
    if (length >= STRIPE) {
      hash = stripes(bytes, offset, length, seed);
      at = end - length % STRIPE;
    }
    hash += length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = Long.rotateLeft(hash ^ round(0, Bytes.readLong(bytes, at)), 27) * PRIME_1 + PRIME_4;
    }
    if (at + Integer.BYTES <= end) {
      long four = Bytes.readInt(bytes, at) & 0xFFFF_FFFFL;
      hash = Long.rotateLeft(hash ^ four * PRIME_1, 23) * PRIME_2 + PRIME_3;
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
    }
    return avalanche(hash);
  }

  private static long stripes(byte[] bytes, int offset, int length, long seed) {
    long a = seed + PRIME_1 + PRIME_2;
    long b = seed + PRIME_2;
    long c = seed;
    long d = seed - PRIME_1;
    for (int at = offset; at + STRIPE <= offset + length; at += STRIPE) {
      a = round(a, Bytes.readLong(bytes, at));
      b = round(b, Bytes.readLong(bytes, at + 8));
      c = round(c, Bytes.readLong(bytes, at + 16));
      d = round(d, Bytes.readLong(bytes, at + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ hash >>> 33) * PRIME_2;
    mixed = (mixed ^ mixed >>> 29) * PRIME_3;
    return mixed ^ mixed >>> 32;
  }
}
