package dev.sluice.storage.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Holds the texts of consecutive chosen rows of one row group in a {@link TextHandOver}. Filled by
 * one thread; immutable after {@link #publish}, except for the number of its uses, which the
 * hand-over guards.
 */
public final class RowTexts {
  private static final int ROWS = 256;

  private final TextHandOver handOver;
  private final String file;
  private final int rowGroup;
  private final List<byte[]> chunks = new ArrayList<>();
  private long[] rows = new long[ROWS];
  private int[] chunkOf = new int[ROWS];
  private int[] offsets = new int[ROWS];
  private int[] lengths = new int[ROWS];
  private long[] hashes = new long[ROWS];
  private int count;
  private int at;
  private long number;
  private int users;
  private int uses;

  RowTexts(TextHandOver handOver, String file, int rowGroup) {
    this.handOver = handOver;
    this.file = file;
    this.rowGroup = rowGroup;
  }

  String file() {
    return file;
  }

  int rowGroup() {
    return rowGroup;
  }

  List<byte[]> chunks() {
    return chunks;
  }

  /**
   * Copies a text and the row's carried columns, if there is room for both. Rows must be added in
   * ascending order.
   *
   * @param columns the carried columns; may be empty
   * @param hash the hash of both, by which the sink recognises the text
   */
  public void add(long row, ByteBuffer text, ByteBuffer columns, long hash) {
    int length = text.remaining() + columns.remaining();
    if (length > TextHandOver.CHUNK_BYTES || !hasRoom(length)) {
      return;
    }
    if (count == rows.length) {
      grow();
    }
    byte[] chunk = chunks.get(chunks.size() - 1);
    text.duplicate().get(chunk, at, text.remaining());
    columns.duplicate().get(chunk, at + text.remaining(), columns.remaining());
    rows[count] = row;
    chunkOf[count] = chunks.size() - 1;
    offsets[count] = at;
    lengths[count] = length;
    hashes[count] = hash;
    count++;
    at += length;
  }

  private boolean hasRoom(int length) {
    if (!chunks.isEmpty() && length <= TextHandOver.CHUNK_BYTES - at) {
      return true;
    }
    byte[] chunk = handOver.chunk();
    if (chunk.length == 0) {
      return false;
    }
    chunks.add(chunk);
    at = 0;
    return true;
  }

  private void grow() {
    int more = 2 * count;
    rows = Arrays.copyOf(rows, more);
    chunkOf = Arrays.copyOf(chunkOf, more);
    offsets = Arrays.copyOf(offsets, more);
    lengths = Arrays.copyOf(lengths, more);
    hashes = Arrays.copyOf(hashes, more);
  }

  /** Makes the texts available. */
  public void publish() {
    if (count > 0) {
      handOver.publish(this);
    }
  }

  /** Releases the memory. Called instead of {@link #publish}. */
  public void drop() {
    handOver.drop(this);
  }

  boolean contains(long row) {
    return Arrays.binarySearch(rows, 0, count, row) >= 0;
  }

  /**
   * Passes a row's text, followed by its carried columns, to {@code use}. The row must be one of
   * these rows.
   */
  boolean use(long row, TextHandOver.Use use) throws IOException {
    int index = Arrays.binarySearch(rows, 0, count, row);
    ByteBuffer text = ByteBuffer.wrap(chunks.get(chunkOf[index]), offsets[index], lengths[index]);
    return use.accept(text, hashes[index]);
  }

  long number() {
    return number;
  }

  void setNumber(long value) {
    number = value;
  }

  void beginUse() {
    users++;
  }

  void endUse() {
    users--;
    uses++;
  }

  boolean isInUse() {
    return users > 0;
  }

  boolean isUsedUp() {
    return uses >= count && users == 0;
  }
}
