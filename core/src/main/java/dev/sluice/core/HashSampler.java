package dev.sluice.core;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;

/**
 * Deterministic sampling by hash: the first 8 bytes, big-endian, of {@code MD5("{seed}_{id}")} are
 * an unsigned number; divided by 2^64 it is compared with the rate. The same id is kept or dropped
 * alike on every machine, in every run.
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

  /** The 16 bytes of {@code MD5("{seed}_{id}")}. */
  public byte[] digest(byte[] id) {
    md5.update(prefix);
    return md5.digest(id);
  }

  /** Whether an id with this hash (see {@link #hash}) is kept at this rate; 1 and more keep all. */
  public static boolean keeps(long hash, double rate) {
    return rate >= 1 || unitInterval(hash) < rate;
  }

  /** The first 8 bytes of a digest, big-endian: an unsigned number. */
  public static long hash(byte[] digest) {
    return Long.reverseBytes(Bytes.readLong(digest, 0)); // big-endian
  }

  /**
   * An unsigned hash as a number in {@code [0, 1]}: the quotient by 2^64 rounded once, half to
   * even, so that it equals a correctly rounded division of integers. The highest hashes round to
   * 1.
   */
  public static double unitInterval(long hash) {
    // Halved with a sticky lowest bit, the number fits a signed long and still rounds the same way.
    double unsigned = hash >= 0 ? hash : 2.0 * ((hash >>> 1) | (hash & 1));
    return unsigned / TWO_TO_64;
  }
}
