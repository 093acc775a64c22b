package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import java.util.Objects;

/**
 * One row for a shard. Holds the arrays it is given, uncopied: they must not change before it is
 * written, and may afterwards.
 */
public final class ShardRow {
  /** The most bytes a row's id, text and dump may have together. */
  public static final int MAX_BYTES = 512 << 20;

  private final byte[] id;
  private final byte[] text;
  private final int textOffset;
  private final int textLength;
  private final double score;
  private final String dump;

  /**
   * @param id UTF-8
   * @param text holds the text, UTF-8, at {@code textOffset}
   * @param score any double
   * @param dump the directory's name
   * @throws IllegalArgumentException for a row above {@link #MAX_BYTES}
   * @throws IndexOutOfBoundsException when the text does not lie within its array
   */
  public ShardRow(
      byte[] id, byte[] text, int textOffset, int textLength, double score, String dump) {
    Objects.checkFromIndexSize(textOffset, textLength, text.length);
    this.id = requireNonNull(id, "id");
    this.text = text;
    this.textOffset = textOffset;
    this.textLength = textLength;
    this.score = score;
    this.dump = requireNonNull(dump, "dump");
    if (bytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a row of %d bytes: at most %d can be written".formatted(bytes(), MAX_BYTES));
    }
  }

  /** The id's bytes. */
  public byte[] id() {
    return id;
  }

  /** The array that holds the text. */
  public byte[] text() {
    return text;
  }

  /** Where the text begins. */
  public int textOffset() {
    return textOffset;
  }

  /** The text's length in bytes. */
  public int textLength() {
    return textLength;
  }

  /** The score. */
  public double score() {
    return score;
  }

  /** The dump's name. */
  public String dump() {
    return dump;
  }

  /** The bytes of id, text and dump, a character of the dump counted as three. */
  private long bytes() {
    return (long) id.length + textLength + 3L * dump.length();
  }

  /** A bound of the bytes this row takes in a file without packing. */
  long plainBytes() {
    return bytes() + 3 * Integer.BYTES + Double.BYTES;
  }
}
