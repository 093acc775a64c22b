package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.RecordDecoder;
import dev.sluice.neardup.RecordEncoder;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The record that the first pass writes for a document, or for a paragraph or line.
 *
 * @param file its number in the input
 * @param id of a document; the index in its document of a paragraph or line
 */
record SignedDocument(int file, long row, String id, Signature signature) {
  void write(RecordEncoder to) {
    to.clear();
    to.number(file);
    to.number(row);
    to.text(id);
    to.number(signature.keys().length);
    for (long key : signature.keys()) {
      to.number(key);
    }
    to.fingerprint(signature.fingerprint());
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
    return new SignedDocument(file, row, id, new Signature(keys, from.fingerprint()));
  }

  /** Returns where the document comes from, given the names of the files of the input. */
  DocumentOrigin origin(List<String> files) {
    return new DocumentOrigin(files.get(file), row, id, "", "");
  }
}
