package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/** A hash of the bytes of a shingle, as other programs have it. */
@FunctionalInterface
public interface JoinedHash {
  /** The hash of some bytes. */
  long of(byte[] bytes, int offset, int length);

  /** xxHash64 with seed 0: datatrove's default. Thread-safe. */
  static JoinedHash xxHash64() {
    return (bytes, offset, length) -> XxHash64.hash(bytes, offset, length, 0);
  }

  /**
   * The first eight bytes of SHA-1, the lowest first: what FineWeb was made with. Not thread-safe.
   */
  static JoinedHash sha1() {
    MessageDigest digest = Digests.sha1();
    return (bytes, offset, length) -> first(digest, bytes, offset, length).getLong();
  }

  /** The first four bytes of SHA-1, the lowest first: Data-Juicer's. Not thread-safe. */
  static JoinedHash sha1Of32Bits() {
    MessageDigest digest = Digests.sha1();
    return (bytes, offset, length) -> first(digest, bytes, offset, length).getInt() & 0xFFFF_FFFFL;
  }

  private static ByteBuffer first(MessageDigest digest, byte[] bytes, int offset, int length) {
    digest.update(bytes, offset, length);
    return ByteBuffer.wrap(digest.digest()).order(ByteOrder.LITTLE_ENDIAN);
  }
}
