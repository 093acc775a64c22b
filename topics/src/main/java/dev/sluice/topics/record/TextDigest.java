package dev.sluice.topics.record;

import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The hash of a text that is not in its record. A hash of 8 bytes consists of two CRCs; any other
 * is a SHA-256. Immutable. A record of another program may hold a hash of a different length, which
 * matches no text.
 *
 * <p>CRC-32C and CRC-32 together detect a change as reliably as any other hash of 64 bits, and cost
 * next to nothing, because the JVM uses machine instructions for both.
 */
public final class TextDigest {
  private final byte[] bytes;

  TextDigest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the SHA-256 of the text in this range. */
  public static TextDigest sha256(byte[] text, int offset, int length) {
    MessageDigest sha256 = Digests.sha256();
    sha256.update(text, offset, length);
    return new TextDigest(sha256.digest());
  }

  /** Returns the CRC-32C and the CRC-32 of the text in this range. */
  public static TextDigest crc(byte[] text, int offset, int length) {
    return crc(ByteBuffer.wrap(text, offset, length), ByteBuffer.allocate(0));
  }

  /**
   * Returns the CRC-32C and the CRC-32 of a text that is followed by the columns that its row
   * carries along.
   */
  public static TextDigest crc(ByteBuffer text, ByteBuffer columns) {
    ByteBuffer both = ByteBuffer.allocate(Long.BYTES);
    for (Checksum crc : List.of(new CRC32C(), new CRC32())) {
      crc.update(text.duplicate());
      crc.update(columns.duplicate());
      both.putInt((int) crc.getValue());
    }
    return new TextDigest(both.array());
  }

  /**
   * Returns whether this is the hash of a text. A CRC includes the columns that the row carries.
   */
  public boolean matches(ByteBuffer text, ByteBuffer columns) {
    return equals(
        isCrc()
            ? crc(text, columns)
            : sha256(text.array(), text.arrayOffset() + text.position(), text.remaining()));
  }

  /** Returns whether this is a pair of CRCs. */
  public boolean isCrc() {
    return bytes.length == Long.BYTES;
  }

  /**
   * Returns both CRCs as one number.
   *
   * @throws IllegalStateException if this is not a pair of CRCs
   */
  public long crcs() {
    if (!isCrc()) {
      throw new IllegalStateException("%s has no CRCs".formatted(this));
    }
    return ByteBuffer.wrap(bytes).getLong();
  }

  void write(AvroWriter out) {
    out.writeBytes(bytes, 0, bytes.length);
  }

  void writeFixed(AvroWriter out) {
    out.writeRaw(bytes, 0, bytes.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextDigest hash && Arrays.equals(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the hash in lower-case hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
