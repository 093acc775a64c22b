package dev.sluice.storage.takedown;

import dev.sluice.core.DedupKey;
import dev.sluice.core.Digests;
import dev.sluice.core.UrlForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Computes the bytes of entries. Not thread-safe: holds digests. */
final class EntryForms {
  /** The number of bytes of a text whose checksum is compared before the whole text is hashed. */
  private static final int CHECKED_BYTES = 256;

  private static final int HASH_BYTES = 16;

  private final DedupKey ids = new DedupKey();
  private final MessageDigest sha256 = Digests.sha256();
  private final CRC32C crc = new CRC32C();

  /** Returns the key of deduplication without its scope. */
  byte[] id(byte[] id) {
    return Arrays.copyOfRange(ids.of(0, id), 1, DedupKey.LENGTH);
  }

  /** Returns the first half of the SHA-256 of a URL's form. */
  byte[] url(UrlForm form) {
    byte[] bytes = form.text().getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(sha256.digest(bytes), HASH_BYTES);
  }

  /** Returns the length and the name of a domain. */
  byte[] domain(String form) {
    byte[] name = form.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(1 + name.length).put((byte) name.length).put(name).array();
  }

  /**
   * Returns an entry of a text that has only its first part: the length, and the CRC-32C of the
   * first 256 bytes.
   */
  byte[] textStart(byte[] text, int offset, int length) {
    crc.reset();
    crc.update(text, offset, Math.min(length, CHECKED_BYTES));
    return ByteBuffer.allocate(EntryKind.TEXT.width())
        .putInt(length)
        .putInt((int) crc.getValue())
        .array();
  }

  /** Completes an entry of a text with the first half of the text's SHA-256. */
  void hashText(byte[] entry, byte[] text, int offset, int length) {
    sha256.update(text, offset, length);
    System.arraycopy(sha256.digest(), 0, entry, EntryKind.TEXT_START, HASH_BYTES);
  }
}
