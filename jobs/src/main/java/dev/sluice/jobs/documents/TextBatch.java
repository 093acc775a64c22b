package dev.sluice.jobs.documents;

import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.text.TextReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive texts of one file in one array: about 1 MiB, or one longer text. Filled by one
 * thread, then read by any.
 */
public final class TextBatch {
  /** A batch of at least this size takes no further text. */
  public static final int BYTES = 1 << 20;

  private static final int ROWS = 1 << 14;

  private final List<Optional<String>> sources = new ArrayList<>();
  private final ByteRows texts = new ByteRows(BYTES);
  private long[] rows = new long[256];

  TextBatch() {}

  /** Reads texts until it is full; false at the end of the file. Counts null texts. */
  boolean fill(TextReader reader, FileTally.Builder tally) throws IOException {
    while (texts.length() < BYTES && texts.size() < ROWS) {
      if (!reader.next()) {
        return false;
      }
      tally.addRow(reader.hasText(), reader.length());
      if (reader.hasText()) {
        add(reader);
      }
    }
    return true;
  }

  private void add(TextReader reader) {
    if (texts.size() == rows.length) {
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    rows[texts.size()] = reader.row();
    sources.add(reader.source());
    texts.append(reader.buffer(), reader.offset(), reader.length());
    texts.endRow();
  }

  /** The number of texts. */
  public int size() {
    return texts.size();
  }

  /** The array of all texts; must not be modified. */
  public byte[] bytes() {
    return texts.bytes();
  }

  /** The offset of a text. */
  public int offset(int text) {
    return texts.offset(text);
  }

  /** The length of a text. */
  public int length(int text) {
    return texts.length(text);
  }

  /** The number of a text's row in its file, from 0. */
  public long row(int text) {
    return rows[text];
  }

  /** The data set named in a text's row. */
  public Optional<String> source(int text) {
    return sources.get(text);
  }
}
