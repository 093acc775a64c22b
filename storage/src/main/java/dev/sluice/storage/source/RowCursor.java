package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnCursor;
import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.FilterColumns.FilteredRows;
import dev.sluice.storage.source.SourceRow.OtherColumns;
import dev.sluice.storage.table.RecordRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Assembles the rows of one row group, in order, from its mapped columns. Decodes every value,
 * needed or not, so that all readers notice a broken page at the same row. Decoding a row is
 * separate from using it, so that an exception of the user is not mistaken for broken data. Not
 * thread-safe.
 */
final class RowCursor implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final SourceFile source;
  private final long pagesEnd;
  private final ColumnBuffers buffers;
  private final PageDecompressor decompressor = new PageDecompressor();
  private final ParquetColumns others;
  private final SourceRow row;
  private List<Field> fields = List.of();
  private long next;

  /**
   * A mapped column.
   *
   * @param setter copies a value that is present into the row
   */
  private record Field(ColumnCursor cursor, Consumer<ColumnReader> setter) {}

  RowCursor(
      Path file,
      int rowGroup,
      SourceLayout.Group group,
      FieldRules rules,
      SourceFile source,
      long pagesEnd,
      ColumnBuffers buffers,
      ParquetColumns others) {
    this.file = file;
    this.rowGroup = rowGroup;
    this.group = group;
    this.source = source;
    this.pagesEnd = pagesEnd;
    this.buffers = buffers;
    this.others = others;
    this.row = new SourceRow(rules, others);
    group.spans().forEach(span -> ChunkStream.plan(source, span, pagesEnd));
  }

  /**
   * Advances to the next row.
   *
   * @return false after the last row
   * @throws SourceFormatException if the row group is broken there
   * @throws PagesTooLargeException if its pages exceed the memory limit
   * @throws IOException if the file cannot be read
   */
  boolean next() throws IOException {
    if (next == group.rows()) {
      others.finish();
      return false;
    }
    try {
      read();
      next++;
      return true;
    } catch (RuntimeException e) {
      throw SourceFormatException.of(
          file, "row group %d: row %d".formatted(rowGroup, group.firstRow() + next), e);
    }
  }

  private void read() {
    if (next == 0) {
      open();
    } else {
      for (Field field : fields) {
        field.cursor.advance();
      }
    }
    row.startAt(group.firstRow() + next);
    for (Field field : fields) {
      if (field.cursor.isPresent()) {
        field.setter.accept(field.cursor.value());
      }
    }
  }

  private void open() {
    Iterator<PageBuffers> memory = buffers.pages(group.spans().size()).iterator();
    List<Field> opened = new ArrayList<>();
    group
        .columns()
        .forEach(
            (role, span) ->
                opened.add(
                    new Field(
                        new ColumnCursor(span, pages(span, memory.next())),
                        setter(role, span.descriptor().getPrimitiveType()))));
    fields = List.copyOf(opened);
  }

  private ChunkPages pages(ColumnChunkSpan span, PageBuffers memory) {
    return new ChunkPages(span, new ChunkStream(source, span, pagesEnd, memory), decompressor);
  }

  private Consumer<ColumnReader> setter(ColumnRole role, PrimitiveType type) {
    return switch (role) {
      case ID -> {
        Function<ColumnReader, byte[]> id = ColumnTypes.id(type);
        yield value -> row.setId(id.apply(value));
      }
      case TEXT -> value -> row.setText(value.getBinary().toByteBuffer());
      case SCORE -> {
        ToDoubleFunction<ColumnReader> score = ColumnTypes.score(type);
        yield value -> row.setScore(score.applyAsDouble(value));
      }
      case DUMP -> value -> row.setDump(value.getBinary().toByteBuffer());
    };
  }

  /** Returns the current row. It is valid until {@link #next} is called. */
  SourceRow row() {
    return row;
  }

  @Override
  public void close() throws IOException {
    try (source;
        others) {
      decompressor.close();
    }
  }

  /** The columns of a row group without a role. They are read when they are requested. */
  record ParquetColumns(Optional<RecordRows> rows, Optional<FilteredRows> filter)
      implements OtherColumns {
    private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

    @Override
    public boolean passesFilter(long row) throws IOException {
      return filter.isEmpty() || filter.get().passes(row);
    }

    @Override
    public ByteBuffer carried(long row) throws IOException {
      return rows.isPresent() ? rows.get().read(row) : NO_COLUMNS;
    }

    @Override
    public Optional<RowRejection> rejection(long row) throws IOException {
      return rows.isPresent() && rows.get().isTooLarge(row)
          ? Optional.of(CarriedColumns.tooLarge(rows.get().size()))
          : Optional.empty();
    }

    /** Skips the remaining rows, so that pages that cannot be read are noticed. */
    void finish() throws IOException {
      if (rows.isPresent()) {
        rows.get().finish();
      }
      if (filter.isPresent()) {
        filter.get().finish();
      }
    }

    @Override
    public void close() throws IOException {
      if (rows.isPresent()) {
        rows.get().close();
      }
      if (filter.isPresent()) {
        filter.get().close();
      }
    }
  }
}
