package dev.sluice.jobs.documents;

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
  private byte[] bytes = new byte[BYTES];
  private int[] ends = new int[256];
  private long[] rows = new long[256];
  private int size;

  TextBatch() {}

  /** Reads texts until it is full; false at the end of the file. Counts null texts. */
  boolean fill(TextReader reader, FileTally.Builder tally) throws IOException {
    while (length() < BYTES && size < ROWS) {
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
    int start = length();
    int end = start + reader.length();
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, end);
    }
    System.arraycopy(reader.buffer(), reader.offset(), bytes, start, reader.length());
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      rows = Arrays.copyOf(rows, 2 * size);
    }
    ends[size] = end;
    rows[size] = reader.row();
    sources.add(reader.source());
    size++;
  }

  private int length() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** The number of texts. */
  public int size() {
    return size;
  }

  /** The array of all texts; must not be modified. */
  public byte[] bytes() {
    return bytes;
  }

  /** The offset of a text. */
  public int offset(int text) {
    return text == 0 ? 0 : ends[text - 1];
  }

  /** The length of a text. */
  public int length(int text) {
    return ends[text] - offset(text);
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
