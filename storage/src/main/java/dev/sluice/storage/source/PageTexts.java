package dev.sluice.storage.source;

import java.nio.ByteBuffer;
import java.util.Optional;

/** The texts of one page, for reading in any order. Immutable and thread-safe. */
final class PageTexts {
  /** Memory of a text besides its bytes. */
  private static final int TEXT_BYTES = 64;

  private final long firstRow;
  private final ByteBuffer[] texts;
  private final long bytes;

  /**
   * @param firstRow index in the row group of the first row
   * @param texts by row; null where there is none
   */
  PageTexts(long firstRow, ByteBuffer[] texts) {
    this.firstRow = firstRow;
    this.texts = texts;
    long sum = 0;
    for (ByteBuffer text : texts) {
      sum += TEXT_BYTES + (text == null ? 0 : text.remaining());
    }
    this.bytes = sum;
  }

  long firstRow() {
    return firstRow;
  }

  boolean contains(long row) {
    return row >= firstRow && row < firstRow + texts.length;
  }

  Optional<ByteBuffer> text(long row) {
    return Optional.ofNullable(texts[(int) (row - firstRow)]);
  }

  /** Memory that it takes. */
  long bytes() {
    return bytes;
  }
}
