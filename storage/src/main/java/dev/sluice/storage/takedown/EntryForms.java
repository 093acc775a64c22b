package dev.sluice.storage.takedown;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.DedupKey;
import dev.sluice.storage.FileHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Computes the bytes of entries. Not thread-safe: holds digests. */
final class EntryForms {
  /** The number of bytes whose checksum is compared before all bytes are hashed. */
  private static final int CHECKED_BYTES = 256;

  private static final int HASH_BYTES = 16;

  private final DedupKey ids = new DedupKey();
  private final CRC32C crc = new CRC32C();

  /** Created for the first hash, because that loads a library. */
  private MessageDigest sha256;

  /** Returns the key of deduplication without its scope. */
  byte[] id(byte[] id) {
    return Arrays.copyOfRange(ids.of(0, id), 1, DedupKey.LENGTH);
  }

  /** Returns the length and the name of a domain. */
  byte[] domain(String form) {
    byte[] entry = ("\0" + form).getBytes(StandardCharsets.ISO_8859_1);
    entry[0] = (byte) form.length();
    return entry;
  }

  /** Returns the length and the bytes of a signature. */
  byte[] near(Signature signature) {
    byte[] encoded = signature.encode();
    return ByteBuffer.allocate(Short.BYTES + encoded.length)
        .putShort((short) encoded.length)
        .put(encoded)
        .array();
  }

  /**
   * Begins the entry of a URL's form or a text: with the length, and the CRC-32C of the first 256
   * bytes.
   */
  byte[] begin(byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, Math.min(length, CHECKED_BYTES));
    return ByteBuffer.allocate(EntryKind.TEXT.width())
        .putInt(length)
        .putInt((int) crc.getValue())
        .array();
  }

  /** Returns the whole entry of a URL's form or a text. */
  byte[] hashed(byte[] bytes, int offset, int length) {
    byte[] entry = begin(bytes, offset, length);
    hash(entry, bytes, offset, length);
    return entry;
  }

  /** Completes such an entry with the first half of the SHA-256. */
  void hash(byte[] entry, byte[] bytes, int offset, int length) {
    sha256 = sha256 == null ? FileHash.sha256() : sha256;
    sha256.update(bytes, offset, length);
    System.arraycopy(sha256.digest(), 0, entry, EntryKind.HASH_AT, HASH_BYTES);
  }
}
