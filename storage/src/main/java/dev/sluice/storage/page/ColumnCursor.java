package dev.sluice.storage.page;

import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** A cursor over the rows of one column. Not thread-safe. */
public final class ColumnCursor {
  /**
   * Stands for any writer: the version only matters for strings that share prefixes across pages, a
   * bug of 2014, and such pages are rejected.
   */
  private static final ParsedVersion UNKNOWN_WRITER = new ParsedVersion("unknown", "0", "0");

  private final ColumnReader reader;
  private final ColumnChunkSpan span;
  private final int maxLevel;
  private final boolean nothing;

  /** Opens the column at its first row. That row must exist. */
  public ColumnCursor(ColumnChunkSpan span, ChunkPages pages) {
    this.span = span;
    this.maxLevel = span.descriptor().getMaxDefinitionLevel();
    this.nothing = ColumnTypes.isNothing(span.descriptor().getPrimitiveType());
    this.reader =
        new ColumnReaderImpl(span.descriptor(), pages, new PrimitiveConverter() {}, UNKNOWN_WRITER);
  }

  /**
   * Returns whether the row has a value. A present value must be read: otherwise, the next row
   * would get this value.
   */
  public boolean isPresent() {
    int level = reader.getCurrentDefinitionLevel();
    if (level < 0 || level > maxLevel) {
      throw new ParquetDecodingException(
          "column %s has definition level %d, but the maximum is %d"
              .formatted(span.path(), level, maxLevel));
    }
    if (nothing && level == maxLevel) {
      throw new ParquetDecodingException(
          "column %s has a value, although its type allows only nulls".formatted(span.path()));
    }
    return level == maxLevel;
  }

  /** Returns the definition level of the row. It is valid after {@link #isPresent}. */
  public int definition() {
    return reader.getCurrentDefinitionLevel();
  }

  /** Returns the number of values in the column, including nulls. */
  public long values() {
    return span.values();
  }

  /** Returns the type of a value. */
  public PrimitiveTypeName type() {
    return span.descriptor().getPrimitiveType().getPrimitiveTypeName();
  }

  /** Reads the value. */
  public ColumnReader value() {
    return reader;
  }

  /** Advances to the next row. A page is read when its first row is reached. */
  public void advance() {
    reader.consume();
  }
}
