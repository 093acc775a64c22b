package dev.sluice.core;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;

/**
 * Samples ids by hash. The first 8 bytes of {@code MD5("{seed}_{id}")}, as an unsigned big-endian
 * number divided by 2^64, are compared with the rate. The decision about an id is the same on every
 * machine and in every run.
 *
 * <p>Not thread-safe: holds one digest.
 */
public final class HashSampler {
  private static final double TWO_TO_64 = 0x1p64;

  private final MessageDigest md5;
  private final byte[] prefix;

  /**
   * @param seed any number; part of every hash
   */
  public HashSampler(long seed) {
    this.md5 = Digests.md5();
    this.prefix = (seed + "_").getBytes(US_ASCII);
  }

  /** Returns the 16 bytes of {@code MD5("{seed}_{id}")}. */
  public byte[] digest(byte[] id) {
    md5.update(prefix);
    return md5.digest(id);
  }

  /**
   * Returns whether an id with this hash is kept at this rate. A rate of 1 or more keeps all ids;
   * see {@link #hash}.
   */
  public static boolean keeps(long hash, double rate) {
    return rate >= 1 || unitInterval(hash) < rate;
  }

  /** Returns the first 8 bytes of a digest as an unsigned big-endian number. */
  public static long hash(byte[] digest) {
    return Long.reverseBytes(Bytes.readLong(digest, 0)); // big-endian
  }

  /**
   * Converts an unsigned hash to a number in {@code [0, 1]}. The number is the hash divided by
   * 2^64, rounded once, half to even, so that it equals a correctly rounded division of integers.
   * The highest hashes round to 1.
   */
  public static double unitInterval(long hash) {
    // Halved with a sticky lowest bit, the number fits a signed long and still rounds the same way.
    double unsigned = hash >= 0 ? hash : 2.0 * ((hash >>> 1) | (hash & 1));
    return unsigned / TWO_TO_64;
  }
}
