package dev.sluice.storage.page;

import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;

/**
 * Finds the positions of columns according to the footer. Rejects a footer that contradicts the
 * schema, the file's length or itself.
 */
public final class ChunkOffsets {
  /** The writer that, up to Arrow 3, marked all compressed version 2 pages as uncompressed. */
  private static final String WRONG_MARKS = "parquet-cpp version 1.";

  private final SourceFooter footer;
  private final boolean alwaysPacked;

  public ChunkOffsets(SourceFooter footer) {
    this.footer = footer;
    String writer = footer.data().getCreated_by();
    this.alwaysPacked = writer != null && writer.startsWith(WRONG_MARKS);
  }

  /**
   * Returns the index in the file of each row group's first row.
   *
   * @throws SourceFormatException if the row counts do not add up
   */
  public long[] firstRows() throws SourceFormatException {
    List<RowGroup> groups = footer.data().getRow_groups();
    long all = footer.data().getNum_rows();
    long[] firstRows = new long[groups.size()];
    long row = 0;
    for (int number = 0; number < firstRows.length; number++) {
      long rows = groups.get(number).getNum_rows();
      if (rows < 0 || rows > all - row) {
        throw broken(number, "declares %d rows, but only %d are left".formatted(rows, all - row));
      }
      firstRows[number] = row;
      row += rows;
    }
    if (row != all) {
      throw new SourceFormatException(
          footer.file(), "declares %d rows, but its row groups have %d".formatted(all, row));
    }
    return firstRows;
  }

  /**
   * Returns the position of a column chunk.
   *
   * @param leaf index of the column among the schema's leaves
   * @throws SourceFormatException if the chunk is outside the file, has an unknown codec, or does
   *     not have as many values as its row group has rows
   * @throws IOException if page headers are needed and cannot be read
   */
  public ColumnChunkSpan span(RowGroup group, int number, int leaf) throws IOException {
    ColumnDescriptor column = footer.leaves().get(leaf);
    String path = String.join(".", column.getPath());
    ColumnMetaData data = metadata(group, number, leaf, path);
    Optional<SourceCodec> codec = SourceCodec.of(data.getCodec());
    if (codec.isEmpty()) {
      throw broken(
          number,
          "column %s is compressed with %s; supported codecs are %s"
              .formatted(path, data.getCodec(), Arrays.toString(SourceCodec.values())));
    }
    boolean repeated = column.getMaxRepetitionLevel() > 0;
    long values = data.getNum_values();
    if (values < group.getNum_rows() || values > group.getNum_rows() && !repeated) {
      throw broken(
          number,
          "column %s has %d values for %d rows".formatted(path, values, group.getNum_rows()));
    }
    ColumnChunkSpan span =
        new ColumnChunkSpan(
            column,
            codec.get(),
            offset(data),
            data.getTotal_compressed_size(),
            data.getTotal_uncompressed_size(),
            values,
            alwaysPacked);
    requireWithin(number, span);
    return span.isUnpackedSizeMissing() ? measured(number, span) : span;
  }

  private ColumnMetaData metadata(RowGroup group, int number, int leaf, String path)
      throws SourceFormatException {
    List<ColumnChunk> chunks = group.getColumns();
    ColumnDescriptor column = footer.leaves().get(leaf);
    if (chunks.size() != footer.leaves().size()) {
      throw broken(
          number,
          "has %d columns, but the schema has %d".formatted(chunks.size(), footer.leaves().size()));
    }
    ColumnChunk chunk = chunks.get(leaf);
    if (!chunk.isSetMeta_data() || chunk.isSetCrypto_metadata() || chunk.isSetFile_path()) {
      throw broken(number, "column %s is encrypted or stored in another file".formatted(path));
    }
    ColumnMetaData data = chunk.getMeta_data();
    boolean samePath = data.getPath_in_schema().equals(List.of(column.getPath()));
    if (!samePath || !name(data.getType()).equals(type(column))) {
      throw broken(
          number,
          "has the column %3$s of type %4$s in place of the column %1$s of type %2$s"
              .formatted(path, type(column), data.getPath_in_schema(), data.getType()));
    }
    return data;
  }

  private static String type(ColumnDescriptor column) {
    return column.getPrimitiveType().getPrimitiveTypeName().name();
  }

  /** Returns the name of a type in the footer. */
  private static String name(Type type) {
    return type == Type.BYTE_ARRAY ? "BINARY" : type.name();
  }

  /** Returns the start of a chunk. This is the start of its dictionary, if it has one. */
  public static long offset(ColumnMetaData data) {
    long dictionary = data.isSetDictionary_page_offset() ? data.getDictionary_page_offset() : 0;
    long pages = data.getData_page_offset();
    return dictionary > 0 && dictionary < pages ? dictionary : pages;
  }

  /**
   * Rejects a truncated file. If bytes are missing, the positions in the footer reach into the
   * footer itself. Checks all columns, because bytes may be missing from the last page of a column
   * that is not mapped.
   *
   * @throws SourceFormatException if anything extends into the footer
   */
  public void requireComplete() throws SourceFormatException {
    int number = 0;
    for (RowGroup group : footer.data().getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        requireComplete(number, chunk);
      }
      number++;
    }
  }

  private void requireComplete(int number, ColumnChunk chunk) throws SourceFormatException {
    if (chunk.isSetFile_path()) {
      return;
    }
    if (chunk.isSetMeta_data()) {
      ColumnMetaData data = chunk.getMeta_data();
      long begin = offset(data);
      require(number, "a column", begin, data.getTotal_compressed_size());
      if (data.isSetBloom_filter_length()) {
        long at = data.getBloom_filter_offset();
        require(number, "a Bloom filter", at, data.getBloom_filter_length());
      }
    }
    if (chunk.isSetColumn_index_length()) {
      long at = chunk.getColumn_index_offset();
      require(number, "a column index", at, chunk.getColumn_index_length());
    }
    if (chunk.isSetOffset_index_length()) {
      long at = chunk.getOffset_index_offset();
      require(number, "an offset index", at, chunk.getOffset_index_length());
    }
  }

  private void require(int number, String what, long at, long length) throws SourceFormatException {
    if (!isBeforeFooter(at, length)) {
      throw broken(
          number,
          "declares %s of %d bytes at offset %d, but the footer begins at %d: the file is truncated"
              .formatted(what, length, at, footer.position()));
    }
  }

  private boolean isBeforeFooter(long at, long length) {
    return at >= 0 && length >= 0 && at <= footer.position() && length <= footer.position() - at;
  }

  private ColumnChunkSpan measured(int number, ColumnChunkSpan span) throws IOException {
    try (SourceFile source = footer.open()) {
      ChunkStream pages = new ChunkStream(source, span, footer.position(), new PageBuffers());
      return span.withUncompressedBytes(new ChunkStream.PageSizes(pages).unpackedBytes());
    } catch (RuntimeException e) {
      throw SourceFormatException.of(footer.file(), "row group " + number, e);
    }
  }

  private void requireWithin(int number, ColumnChunkSpan span) throws SourceFormatException {
    if (span.uncompressedBytes() < 0 || !isBeforeFooter(span.offset(), span.compressedBytes())) {
      throw broken(
          number,
          "column %s declares %d bytes at offset %d, but the footer begins at %d"
              .formatted(span.path(), span.compressedBytes(), span.offset(), footer.position()));
    }
  }

  private SourceFormatException broken(int number, String reason) {
    return new SourceFormatException(footer.file(), "row group %d %s".formatted(number, reason));
  }
}
