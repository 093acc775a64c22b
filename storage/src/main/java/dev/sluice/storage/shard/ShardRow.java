package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A row for a shard. Keeps the given arrays without copying: they must not change until the row is
 * written, and may change afterwards.
 */
public final class ShardRow {
  /** The maximum total size of id, text and dump in bytes. */
  public static final int MAX_BYTES = 512 << 20;

  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  private final byte[] id;
  private final byte[] text;
  private final int textOffset;
  private final int textLength;
  private final double score;
  private final String dump;
  private final ByteBuffer columns;

  /** Creates a row that carries no further columns along. */
  public ShardRow(
      byte[] id, byte[] text, int textOffset, int textLength, double score, String dump) {
    this(id, text, textOffset, textLength, score, dump, NO_COLUMNS);
  }

  /**
   * @param id the id, in UTF-8
   * @param text an array that contains the text, in UTF-8, at {@code textOffset}
   * @param score any double
   * @param dump the name of the dump
   * @param columns a record of the carried columns of the format; empty if it has none
   * @throws IllegalArgumentException if the row exceeds {@link #MAX_BYTES}
   * @throws IndexOutOfBoundsException if the text is not inside its array
   */
  public ShardRow(
      byte[] id,
      byte[] text,
      int textOffset,
      int textLength,
      double score,
      String dump,
      ByteBuffer columns) {
    Objects.checkFromIndexSize(textOffset, textLength, text.length);
    this.id = requireNonNull(id, "id");
    this.text = text;
    this.textOffset = textOffset;
    this.textLength = textLength;
    this.score = score;
    this.dump = requireNonNull(dump, "dump");
    this.columns = columns;
    if (bytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a row of %d bytes exceeds the maximum of %d".formatted(bytes(), MAX_BYTES));
    }
  }

  /** Returns the id's bytes. */
  public byte[] id() {
    return id;
  }

  /** Returns the array that contains the text. */
  public byte[] text() {
    return text;
  }

  /** Returns the offset of the text. */
  public int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes. */
  public int textLength() {
    return textLength;
  }

  /** Returns the score. */
  public double score() {
    return score;
  }

  /** Returns the dump's name. */
  public String dump() {
    return dump;
  }

  /** Returns the record of the carried columns. */
  public ByteBuffer columns() {
    return columns;
  }

  /**
   * Returns the size of id, text, dump and columns, with three bytes for each character of the
   * dump.
   */
  private long bytes() {
    return (long) id.length + textLength + 3L * dump.length() + columns.remaining();
  }

  /** Returns the maximum size of this row in an uncompressed file. */
  long plainBytes() {
    return bytes() + 3 * Integer.BYTES + Double.BYTES;
  }
}
