package dev.sluice.ingest.decode;

import dev.sluice.core.Verdict;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.RowKeys;

/**
 * Computes the keys of rows for near-deduplication, while their texts are at hand: about 4 seconds
 * of a core for each gigabyte of text with the default preset. Cheap to create: 25 KB, 5
 * microseconds. Not thread-safe.
 */
final class RowSigner {
  private final NearDedup rule;
  private final BandSigner signer;
  private final long[] keys;
  private final byte[] sketch;

  RowSigner(NearDedup rule) {
    this.rule = rule;
    this.signer = rule.keys().signer();
    this.keys = new long[rule.bands()];
    this.sketch = new byte[rule.sketchBytes()];
  }

  /** Holds the keys of the rows of a record. */
  RowKeys rowKeys() {
    return new RowKeys(sketch.length);
  }

  /**
   * Adds the keys of a row to those of its record: none if it does not pass the rules, because only
   * documents that pass are compared.
   *
   * @return the bytes that they take there
   */
  int sign(SourceRow row, Verdict verdict, RowKeys into) {
    int count =
        verdict.passes()
            ? rule.sign(
                signer,
                row.textBytes(),
                row.textOffset(),
                row.textLength(),
                row.dump(),
                keys,
                sketch)
            : 0;
    into.add(keys, count, sketch);
    return into.bytesOf(count);
  }
}
