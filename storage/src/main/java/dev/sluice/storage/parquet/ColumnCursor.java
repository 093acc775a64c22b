package dev.sluice.storage.parquet;

import java.util.Optional;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Stands on one row of one column. Not thread-safe. */
final class ColumnCursor {
  private final ColumnReader reader;
  private final ColumnChunkSpan span;
  private final int maxLevel;

  /** Opens the column and stands on its first row, of which there must be one. */
  ColumnCursor(ColumnChunkSpan span, ChunkPages pages, Optional<ParsedVersion> writer) {
    this.span = span;
    this.maxLevel = span.descriptor().getMaxDefinitionLevel();
    this.reader =
        new ColumnReaderImpl(
            span.descriptor(), pages, new PrimitiveConverter() {}, writer.orElse(null));
  }

  /** Whether the row has a value; if so it must be read, or the next one would be this. */
  boolean isPresent() {
    int level = reader.getCurrentDefinitionLevel();
    if (level < 0 || level > maxLevel) {
      throw new ParquetDecodingException(
          "column %s has level %d, the highest is %d".formatted(span.path(), level, maxLevel));
    }
    return level == maxLevel;
  }

  /** Where the value is read. */
  ColumnReader value() {
    return reader;
  }

  /** Goes to the next row; its page is read when the first of its rows is gone to. */
  void advance() {
    reader.consume();
  }
}
