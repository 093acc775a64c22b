package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.ChunkOffsets;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.schema.Type;

/**
 * A Parquet file with any columns. It is read as records. Its footer has been read and checked.
 * Immutable and thread-safe; holds no file descriptor, because each read opens its own.
 *
 * <p>Reads the columns that a schema requests page by page. Columns can have any type, encoding and
 * nesting. Broken data leads to a {@link SourceFormatException}, as in {@link ParquetSource}.
 */
public final class TableFile {
  /**
   * The keys of footer entries that describe how to interpret columns; other entries may be
   * specific to this file.
   */
  private static final Set<String> LABELS = Set.of("ARROW:schema", "huggingface", "pandas");

  private final SourceFooter footer;
  private final TableSchema schema;
  private final List<Group> groups;

  /**
   * A row group.
   *
   * @param spans the positions of all columns, in file order
   */
  record Group(long rows, long firstRow, List<ColumnChunkSpan> spans) {
    long uncompressedBytes() {
      return spans.stream().mapToLong(ColumnChunkSpan::uncompressedBytes).sum();
    }
  }

  private TableFile(SourceFooter footer) throws IOException {
    this.footer = footer;
    this.schema = new TableSchema(footer.schema());
    checkColumns();
    this.groups = groups(footer);
  }

  /**
   * Reads and checks the footer. This and all later reads of the file are repeated up to three
   * times after I/O errors.
   *
   * @throws SourceFormatException if the file is not Parquet, is truncated, encrypted or
   *     inconsistent, or has duplicate columns or no columns
   * @throws IOException if the file cannot be read
   */
  public static TableFile open(Path file) throws IOException {
    return new TableFile(SourceFooter.read(requireNonNull(file, "file"), IoRetry.THREE_TIMES));
  }

  /** Opens a file whose footer has already been read. It retries in the same way. */
  public static TableFile of(SourceFooter footer) throws IOException {
    return new TableFile(footer);
  }

  private void checkColumns() throws SourceFormatException {
    if (schema.columns() == 0) {
      throw new SourceFormatException(file(), "has no columns");
    }
    Set<List<String>> paths = new HashSet<>();
    for (RecordColumn column : schema.leaves()) {
      if (!paths.add(List.of(column.descriptor().getPath()))) {
        throw new SourceFormatException(
            file(), "has two columns named %s".formatted(column.path()));
      }
      if (column.maxDefinition() > RecordColumn.MAX_LEVEL) {
        throw new SourceFormatException(
            file(),
            "column %s is nested %d levels deep; at most %d levels can be read"
                .formatted(column.path(), column.maxDefinition(), RecordColumn.MAX_LEVEL));
      }
    }
  }

  private static List<Group> groups(SourceFooter footer) throws IOException {
    ChunkOffsets places = new ChunkOffsets(footer);
    long[] firstRows = places.firstRows();
    List<Group> groups = new ArrayList<>();
    for (RowGroup group : footer.data().getRow_groups()) {
      int number = groups.size();
      List<ColumnChunkSpan> spans = new ArrayList<>();
      for (int leaf = 0; leaf < footer.leaves().size(); leaf++) {
        spans.add(places.span(group, number, leaf));
      }
      groups.add(new Group(group.getNum_rows(), firstRows[number], List.copyOf(spans)));
    }
    places.requireComplete();
    return List.copyOf(groups);
  }

  /**
   * Checks that the columns can be written. Some programs write structs without fields, which
   * Parquet's writer rejects.
   *
   * @throws SourceFormatException if the file has such a struct
   */
  public void requireFields() throws SourceFormatException {
    for (Type column : schema.message().getFields()) {
      requireFields(column, column.getName());
    }
  }

  private void requireFields(Type column, String path) throws SourceFormatException {
    if (column.isPrimitive()) {
      return;
    }
    if (column.asGroupType().getFieldCount() == 0) {
      throw new SourceFormatException(
          file(),
          "column %s is a structure without fields, which cannot be written".formatted(path));
    }
    for (Type field : column.asGroupType().getFields()) {
      requireFields(field, path + "." + field.getName());
    }
  }

  /** Returns the file. */
  public Path file() {
    return footer.file();
  }

  /** Returns the columns of this file. */
  public TableSchema schema() {
    return schema;
  }

  /** Returns the number of row groups. It may be 0. */
  public int rowGroups() {
    return groups.size();
  }

  /** Returns the number of rows in the file. */
  public long rows() {
    return footer.data().getNum_rows();
  }

  /** Returns the number of rows in a row group. */
  public long rows(int group) {
    return groups.get(group).rows();
  }

  /** Returns the index in the file of a row group's first row. */
  public long firstRow(int group) {
    return groups.get(group).firstRow();
  }

  /** Returns the uncompressed size of all columns, as declared by the file. */
  public long uncompressedBytes() {
    return groups.stream().mapToLong(Group::uncompressedBytes).sum();
  }

  /** Returns the uncompressed size of all columns of a row group, as declared by the file. */
  public long uncompressedBytes(int group) {
    return groups.get(group).uncompressedBytes();
  }

  /**
   * Returns the memory for the pages of a row group. For each column, it is that of its largest
   * stored page, its largest uncompressed page, and its dictionary values as objects. Reads the
   * headers of all pages.
   *
   * @throws SourceFormatException if a page header is broken
   * @throws IOException if the file cannot be read
   */
  public long pageBytes(int group) throws IOException {
    long bytes = 0;
    try (SourceFile source = openUnchanged()) {
      plan(source, group);
      for (ColumnChunkSpan span : groups.get(group).spans()) {
        bytes +=
            new ChunkStream.PageSizes(
                    new ChunkStream(source, span, footer.position(), new PageBuffers()))
                .heapBytes();
      }
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file(), "row group " + group, e);
    }
    return bytes;
  }

  /**
   * Returns the maximum memory for reading some columns of a row group. The largest page of each
   * column can be as large as its chunk.
   */
  public long readBytes(int group, TableSchema columns) {
    List<ColumnChunkSpan> read = new ArrayList<>();
    for (RecordColumn column : columns.leaves()) {
      int leaf = schema.indexOf(column);
      if (leaf >= 0) {
        read.add(groups.get(group).spans().get(leaf));
      }
    }
    long bytes = SourceFile.heldBytes(footer.version(), read);
    for (ColumnChunkSpan span : read) {
      bytes += span.compressedBytes() + 2 * span.uncompressedBytes();
    }
    return bytes;
  }

  /**
   * Returns all rows of the file.
   *
   * @param target the file's own schema, a part of it, or a schema into which it was merged
   * @param buffers buffers that no other open row group uses
   */
  public RecordRows rows(TableSchema target, RowBuffers buffers) {
    return new RecordRows(this, 0, rowGroups(), target, buffers, Map.of());
  }

  /** Returns the rows of one row group. */
  public RecordRows rows(int group, TableSchema target, RowBuffers buffers) {
    return rows(group, target, buffers, Map.of());
  }

  /**
   * Returns the rows of a row group, with values for columns that the file lacks.
   *
   * @param constants by top-level column, the levels and value to use in a record
   */
  public RecordRows rows(
      int group, TableSchema target, RowBuffers buffers, Map<String, byte[]> constants) {
    return new RecordRows(this, group, group + 1, target, buffers, constants);
  }

  SourceFooter footer() {
    return footer;
  }

  Group group(int number) {
    return groups.get(number);
  }

  /** Plans all chunks of a row group, so that they can be fetched together. */
  private void plan(SourceFile source, int group) {
    for (ColumnChunkSpan span : groups.get(group).spans()) {
      ChunkStream.plan(source, span, footer.position());
    }
  }

  SourceFile openUnchanged() throws IOException {
    return footer.open();
  }

  /** Returns the offset of the footer, where the last page must end. */
  long pagesEnd() {
    return footer.position();
  }

  /**
   * Returns the footer entries that describe how to interpret columns. These are Arrow's schema,
   * Hugging Face's features and pandas' index.
   */
  public Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    if (footer.data().isSetKey_value_metadata()) {
      for (KeyValue entry : footer.data().getKey_value_metadata()) {
        if (LABELS.contains(entry.getKey()) && entry.isSetValue()) {
          labels.put(entry.getKey(), entry.getValue());
        }
      }
    }
    return labels;
  }

  /** Returns the value of a footer entry, or empty if there is none. */
  public Optional<String> entry(String key) {
    if (!footer.data().isSetKey_value_metadata()) {
      return Optional.empty();
    }
    return footer.data().getKey_value_metadata().stream()
        .filter(entry -> entry.getKey().equals(key) && entry.isSetValue())
        .map(KeyValue::getValue)
        .findFirst();
  }

  /**
   * Returns the dotted paths of leaf columns with repeated values. These are the columns that the
   * first row group with rows encodes completely by a dictionary, with at least two values per
   * entry.
   *
   * @throws IOException if the dictionaries cannot be read
   */
  public Set<String> dictionaryColumns() throws IOException {
    Set<String> paths = new HashSet<>();
    int number = 0;
    while (number < groups.size() && groups.get(number).rows() == 0) {
      number++;
    }
    if (number == groups.size()) {
      return paths;
    }
    RowGroup first = footer.data().getRow_groups().get(number);
    try (SourceFile source = openUnchanged()) {
      for (int leaf = 0; leaf < schema.columns(); leaf++) {
        if (isDictionary(first, leaf) && repeats(source, groups.get(number), leaf)) {
          paths.add(schema.leaves().get(leaf).path());
        }
      }
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file(), "row group " + number, e);
    }
    return paths;
  }

  private boolean repeats(SourceFile source, Group first, int leaf) throws IOException {
    ColumnChunkSpan span = first.spans().get(leaf);
    PageHeader page =
        new ChunkStream(source, span, footer.position(), new PageBuffers()).nextHeader();
    return page.isSetDictionary_page_header()
        && 2L * page.getDictionary_page_header().getNum_values() <= first.rows();
  }

  private static boolean isDictionary(RowGroup group, int leaf) {
    ColumnMetaData data = group.getColumns().get(leaf).getMeta_data();
    if (data.isSetEncoding_stats()) {
      return data.getEncoding_stats().stream()
          .filter(stats -> stats.getPage_type() != PageType.DICTIONARY_PAGE)
          .allMatch(stats -> isDictionary(stats.getEncoding()));
    }
    return data.getEncodings().stream().anyMatch(TableFile::isDictionary);
  }

  @SuppressWarnings("deprecation") // PLAIN_DICTIONARY: most files have it
  private static boolean isDictionary(Encoding encoding) {
    return encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
  }
}
