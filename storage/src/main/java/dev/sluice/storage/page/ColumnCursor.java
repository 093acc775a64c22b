package dev.sluice.storage.page;

import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Stands on one row of one column. Not thread-safe. */
public final class ColumnCursor {
  /**
   * Which program wrote the file matters only to strings that share prefixes across pages, a bug of
   * 2014: such pages are refused.
   */
  private static final ParsedVersion UNKNOWN_WRITER = new ParsedVersion("unknown", "0", "0");

  private final ColumnReader reader;
  private final ColumnChunkSpan span;
  private final int maxLevel;

  /** Opens the column and stands on its first row, of which there must be one. */
  public ColumnCursor(ColumnChunkSpan span, ChunkPages pages) {
    this.span = span;
    this.maxLevel = span.descriptor().getMaxDefinitionLevel();
    this.reader =
        new ColumnReaderImpl(span.descriptor(), pages, new PrimitiveConverter() {}, UNKNOWN_WRITER);
  }

  /** Whether the row has a value; if so it must be read, or the next one would be this. */
  public boolean isPresent() {
    int level = reader.getCurrentDefinitionLevel();
    if (level < 0 || level > maxLevel) {
      throw new ParquetDecodingException(
          "column %s has level %d, the highest is %d".formatted(span.path(), level, maxLevel));
    }
    return level == maxLevel;
  }

  /** The row's definition level, once {@link #isPresent} has looked at it. */
  public int definition() {
    return reader.getCurrentDefinitionLevel();
  }

  /** The values of the column, nulls included. */
  public long values() {
    return span.values();
  }

  /** Where the value is read. */
  public ColumnReader value() {
    return reader;
  }

  /** Goes to the next row; its page is read when the first of its rows is gone to. */
  public void advance() {
    reader.consume();
  }
}
