package dev.sluice.jobs.validate.source;

import dev.sluice.core.DedupScope;
import dev.sluice.core.Digests;
import dev.sluice.jobs.validate.output.IdKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Keys and fingerprints of documents, computed in the same way for source and output. Not
 * thread-safe.
 */
final class Fingerprints {
  private final DedupScope scope;
  private final IdKey.Maker keys = new IdKey.Maker();
  private final MessageDigest md5 = Digests.md5();

  Fingerprints(DedupScope scope) {
    this.scope = scope;
  }

  /** The key of an id within its scope. */
  IdKey key(int bucket, byte[] id) {
    return keys.of(scope == DedupScope.GLOBAL ? 0 : bucket, id);
  }

  /**
   * A 64-bit hash of everything that a shard records of a document, besides its id.
   *
   * @param dump of its directory; empty if shards are not laid out by dump
   * @param score scaled
   * @param text in UTF-8
   * @param columns that the row carries along, as a record
   */
  long of(int bucket, String dump, double score, ByteBuffer text, ByteBuffer columns) {
    byte[] name = dump.getBytes(StandardCharsets.UTF_8);
    ByteBuffer head = ByteBuffer.allocate(2 * Integer.BYTES + Double.BYTES + name.length);
    head.putInt(bucket).putInt(name.length).putDouble(score).put(name);
    md5.update(head.array());
    md5.update(text);
    md5.update(columns);
    return ByteBuffer.wrap(md5.digest()).getLong();
  }
}
