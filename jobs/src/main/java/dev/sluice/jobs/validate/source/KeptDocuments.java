package dev.sluice.jobs.validate.source;

import dev.sluice.core.DedupScope;
import dev.sluice.core.Digests;
import dev.sluice.jobs.validate.output.KeyTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The documents that should have been kept. Each document is removed when it is found in the
 * output. Stores for each id a key, a count, and the sum of the fingerprints of its documents. The
 * count exceeds one only if all copies are kept.
 *
 * <p>Memory: 36 bytes for each document of a pass. Not thread-safe.
 */
final class KeptDocuments {
  private static final int VALUES = 2;
  private static final int COUNT = 0;
  private static final int FINGERPRINTS = 1;

  /** The count of an id whose document was kept, but taken down. */
  private static final long TAKEN_DOWN = 1L << 62;

  private final DedupScope scope;
  private final KeyTable table;

  /** The result of looking for a document. */
  enum Match {
    /** The document is expected. */
    SAME,
    /** A document with this id is expected, but its content differs. */
    DIFFERENT,
    /** No document, or no further document, with this id is expected. */
    UNEXPECTED
  }

  /**
   * @param documents approximate total number of documents
   * @param memoryBytes memory for the table
   */
  KeptDocuments(DedupScope scope, long documents, long memoryBytes) {
    this.scope = scope;
    this.table = new KeyTable(VALUES, documents, memoryBytes);
  }

  int passes() {
    return table.passes();
  }

  /** Removes everything and starts a pass. Passes are numbered from 0. */
  void begin(int number) {
    table.begin(number);
  }

  /** Returns whether a key belongs to the current pass. */
  boolean isOfThisPass(KeyTable.IdKey key) {
    return table.isOfThisPass(key);
  }

  /**
   * Adds a document, unless its id must be unique and exists already. It returns whether the
   * document was added.
   */
  boolean expect(KeyTable.IdKey key, long fingerprint) {
    boolean isNew = table.add(key);
    if (!isNew && scope != DedupScope.NONE && table.value(table.find(key), COUNT) > 0) {
      return false;
    }
    change(table.find(key), 1, fingerprint);
    return true;
  }

  /**
   * Adds a document that no shard has, because a take-down names it. Later copies are not kept
   * either if its id must be unique.
   *
   * @return whether the document was added; false if a copy of it was kept before
   */
  boolean takeDown(KeyTable.IdKey key) {
    if (scope == DedupScope.NONE) {
      return true;
    }
    boolean isNew = table.add(key);
    int slot = table.find(key);
    if (!isNew && table.value(slot, COUNT) > 0) {
      return false;
    }
    table.set(slot, COUNT, TAKEN_DOWN);
    return true;
  }

  /** Removes a document of a forgotten dump if this copy of the document was kept. */
  void forget(KeyTable.IdKey key, long fingerprint) {
    int slot = table.find(key);
    if (slot < 0 || table.value(slot, COUNT) == 0) {
      return;
    }
    if (scope == DedupScope.NONE || table.value(slot, FINGERPRINTS) == fingerprint) {
      change(slot, -1, -fingerprint);
    }
  }

  /** Looks for a document of the output, and removes the document. */
  Match strike(KeyTable.IdKey key, long fingerprint) {
    int slot = table.find(key);
    if (slot < 0 || expected(slot) == 0) {
      return Match.UNEXPECTED;
    }
    change(slot, -1, -fingerprint);
    boolean last = table.value(slot, COUNT) == 0;
    return last && table.value(slot, FINGERPRINTS) != 0 ? Match.DIFFERENT : Match.SAME;
  }

  /** Returns the number of documents with an id that shards must have. */
  private long expected(int slot) {
    long count = table.value(slot, COUNT);
    return count == TAKEN_DOWN ? 0 : count;
  }

  private void change(int slot, long count, long fingerprint) {
    table.set(slot, COUNT, table.value(slot, COUNT) + count);
    table.set(slot, FINGERPRINTS, table.value(slot, FINGERPRINTS) + fingerprint);
  }

  /** Returns the number of documents of this pass that have not been found. */
  long left() {
    long[] left = {0};
    table.forEach((key, slot) -> left[0] += expected(slot));
    return left[0];
  }

  /** Removes a document with this id that was not found, and returns whether there was one. */
  boolean strikeMissing(KeyTable.IdKey key) {
    int slot = table.find(key);
    boolean left = slot >= 0 && expected(slot) > 0;
    if (left) {
      change(slot, -1, 0);
    }
    return left;
  }

  /**
   * Computes keys and fingerprints of documents, for both the source and the output. Not
   * thread-safe.
   */
  static final class Fingerprints {
    private final DedupScope scope;
    private final KeyTable.IdKey.Maker keys = new KeyTable.IdKey.Maker();
    private final MessageDigest md5 = Digests.md5();

    Fingerprints(DedupScope scope) {
      this.scope = scope;
    }

    /** Returns the key of an id within its scope. */
    KeyTable.IdKey key(int bucket, byte[] id) {
      return keys.of(scope == DedupScope.GLOBAL ? 0 : bucket, id);
    }

    /**
     * Returns a 64-bit hash of everything that a shard records of a document, except the id.
     *
     * @param dump the dump of the document's directory; empty if shards are not laid out by dump
     * @param score scaled
     * @param text the text in UTF-8
     * @param columns the carried columns of the row, as a record
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
}
