package dev.sluice.storage.table;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnCursor;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rows of a row group in order. Each row is a record.
 *
 * <p>Memory: one stored page, one uncompressed page and the dictionary of each column, and a
 * record. Not thread-safe; any number may be open on one file.
 */
final class TableRows implements Closeable {
  private final TableFile file;
  private final int number;
  private final TableFile.Group group;
  private final TableSchema target;
  private final RowBuffers buffers;
  private final Map<String, byte[]> constants;
  private final RecordBuffer record;
  private final GroupShapes shapes;
  private final SourceFile source;
  private final PageDecompressor decompressor = new PageDecompressor();
  private List<RowPart> parts = List.of();
  private long next;

  TableRows(
      TableFile file,
      int number,
      TableSchema target,
      RowBuffers buffers,
      Map<String, byte[]> constants)
      throws IOException {
    this.constants = constants;
    this.file = file;
    this.number = number;
    this.group = file.group(number);
    this.target = target;
    this.buffers = buffers;
    this.record = buffers.record();
    this.shapes = new GroupShapes(target);
    this.source = file.openUnchanged();
  }

  /** Requests the first pages from an object store in advance. */
  void begin() {
    for (RecordColumn column : target.leaves()) {
      int leaf = file.schema().indexOf(column);
      if (leaf >= 0) {
        ChunkStream.plan(source, group.spans().get(leaf), file.pagesEnd());
      }
    }
    source.begin();
  }

  /**
   * Advances to the next row. It may be {@linkplain #problem too large}.
   *
   * @return false after the last row
   * @throws SourceFormatException if the row group is broken there
   * @throws PagesTooLargeException if pages exceed their limit
   * @throws IOException if the file cannot be read
   */
  boolean next() throws IOException {
    if (next == group.rows()) {
      return false;
    }
    try {
      read();
    } catch (RuntimeException e) {
      throw broken(e);
    }
    next++;
    return true;
  }

  /**
   * Advances past rows without using them.
   *
   * @throws SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  void skip(long rows) throws IOException {
    for (long end = Math.min(group.rows(), next + rows); next < end; next++) {
      try {
        open();
        parts.forEach(RowPart::skip);
      } catch (RuntimeException e) {
        throw broken(e);
      }
    }
  }

  private IOException broken(RuntimeException e) {
    return SourceFormatException.of(
        file.file(), "row group %d: row %d".formatted(number, group.firstRow() + next), e);
  }

  private void open() {
    if (next == 0) {
      parts = parts();
    }
  }

  private void read() {
    open();
    record.clear();
    for (RowPart part : parts) {
      part.addTo(record);
    }
    if (record.isWhole()) {
      shapes.check(record);
    }
  }

  /**
   * Opens all columns. They are planned before the first one is read, so that they can be fetched
   * together.
   */
  private List<RowPart> parts() {
    Map<RecordColumn, ChunkPages> planned = new HashMap<>();
    Iterator<PageBuffers> pages = buffers.pages(target.leaves().size()).iterator();
    for (RecordColumn column : target.leaves()) {
      PageBuffers room = pages.next();
      int leaf = file.schema().indexOf(column);
      if (leaf >= 0) {
        ColumnChunkSpan span = group.spans().get(leaf);
        ChunkStream stream = new ChunkStream(source, span, file.pagesEnd(), room);
        planned.put(column, new ChunkPages(span, stream, decompressor));
      }
    }
    List<RowPart> opened = new ArrayList<>();
    for (RecordColumn column : target.leaves()) {
      opened.add(planned.containsKey(column) ? part(column, planned.get(column)) : missing(column));
    }
    return opened;
  }

  private RowPart missing(RecordColumn column) {
    byte[] constant = constants.get(column.descriptor().getPath()[0]);
    return new RowPart.Constant(constant == null ? RecordBuffer.missing(column) : constant);
  }

  private RowPart part(RecordColumn column, ChunkPages pages) {
    TableSchema schema = file.schema();
    int leaf = schema.indexOf(column);
    ColumnCursor cursor = new ColumnCursor(group.spans().get(leaf), pages);
    return new LeafReader(cursor, schema.leaves().get(leaf), schema, column, target, group.rows());
  }

  /** Returns the index of the row in the file. */
  long row() {
    return group.firstRow() + next - 1;
  }

  /**
   * Returns the array that holds the row's record from index 0. It is valid until {@link #next} is
   * called.
   */
  byte[] buffer() {
    return record.bytes();
  }

  /** Returns the length of the record in bytes. */
  int length() {
    return record.length();
  }

  /** Returns the problem of a row that is too large for the buffer. Such a row has no record. */
  Optional<RowProblem> problem() {
    return record.isWhole()
        ? Optional.empty()
        : Optional.of(
            new RowProblem(
                RowProblem.TOO_LARGE,
                "the row has %,d bytes; at most %,d are allowed"
                    .formatted(size(), record.maxBytes())));
  }

  /** Returns the size of the row in bytes, even if it is too large. */
  long size() {
    return record.size();
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }

  /** One leaf column of the rows of a row group. */
  sealed interface RowPart permits LeafReader, RowPart.Constant {
    /** Appends the column's part of the next row and advances. */
    void addTo(RecordBuffer record);

    /** Advances without using the next row. */
    void skip();

    /** A column that the file lacks, with one value in all rows. */
    record Constant(byte[] value) implements RowPart {
      @Override
      public void addTo(RecordBuffer record) {
        record.column(value);
      }

      @Override
      public void skip() {
        // A constant is not read.
      }
    }
  }
}
