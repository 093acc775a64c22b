package dev.sluice.topics.record;

import dev.sluice.core.Digests;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The SHA-256 of a text that is not in its record. Immutable. A record of another program may hold
 * a hash of any length, which then matches no text.
 */
public final class TextDigest {
  private final byte[] bytes;

  TextDigest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The hash of the text in this range. */
  public static TextDigest of(byte[] text, int offset, int length) {
    MessageDigest sha256 = Digests.sha256();
    sha256.update(text, offset, length);
    return new TextDigest(sha256.digest());
  }

  void write(AvroWriter out) {
    out.writeBytes(bytes, 0, bytes.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextDigest hash && Arrays.equals(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The hash in lower-case hex. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
