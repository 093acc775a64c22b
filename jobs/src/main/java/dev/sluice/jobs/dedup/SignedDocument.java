package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.RecordDecoder;
import dev.sluice.neardup.RecordEncoder;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the first reading leaves of a document, or of a paragraph or line.
 *
 * @param file its number in the input
 * @param id of a document; the index in its document of a paragraph or line
 * @param keys 48 bits each
 * @param count number of keys
 */
record SignedDocument(
    int file, long row, String id, long[] keys, int count, Fingerprint fingerprint) {
  void write(RecordEncoder to) {
    to.clear();
    to.number(file);
    to.number(row);
    to.text(id);
    to.number(count);
    for (int i = 0; i < count; i++) {
      to.number(keys[i]);
    }
    to.fingerprint(fingerprint);
  }

  static SignedDocument read(byte[] bytes, int offset, int length) {
    RecordDecoder from = new RecordDecoder(ByteBuffer.wrap(bytes, offset, length));
    int file = (int) from.number();
    long row = from.number();
    String id = from.text();
    long[] keys = new long[(int) from.number()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = from.number();
    }
    return new SignedDocument(file, row, id, keys, keys.length, from.fingerprint());
  }

  /** Where it comes from, given the names of the files of the input. */
  DocumentOrigin origin(List<String> files) {
    return new DocumentOrigin(files.get(file), row, id, "", "");
  }
}
