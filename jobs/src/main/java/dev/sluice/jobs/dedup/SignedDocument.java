package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.RecordDecoder;
import dev.sluice.neardup.RecordEncoder;

/**
 * What the first reading leaves of a document, or of a paragraph or line.
 *
 * @param origin the id of a paragraph or line is its index in the document
 * @param rank documents of lower rank are decided first
 * @param keys 48 bits each
 */
record SignedDocument(DocumentOrigin origin, long rank, long[] keys, Fingerprint fingerprint) {
  /** Writes a document. */
  static void write(
      RecordEncoder to,
      DocumentOrigin origin,
      long rank,
      long[] keys,
      int keyCount,
      Fingerprint fingerprint) {
    to.origin(origin);
    to.number(rank);
    to.number(keyCount);
    for (int i = 0; i < keyCount; i++) {
      to.number(keys[i]);
    }
    to.fingerprint(fingerprint);
  }

  void write(RecordEncoder to) {
    write(to, origin, rank, keys, keys.length, fingerprint);
  }

  static SignedDocument read(RecordDecoder from) {
    DocumentOrigin origin = from.origin();
    long rank = from.number();
    long[] keys = new long[Math.toIntExact(from.number())];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = from.number();
    }
    return new SignedDocument(origin, rank, keys, from.fingerprint());
  }
}
