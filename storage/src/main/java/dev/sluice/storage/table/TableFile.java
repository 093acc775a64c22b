package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.ChunkOffsets;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.FileExtent;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageSizes;
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
import java.util.Set;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.schema.Type;

/**
 * A Parquet file of any columns, whose footer has been read and checked, to be read as records.
 * Immutable and thread-safe; holds no descriptor: each read opens its own.
 *
 * <p>Reads every column that a schema asks for, page by page, of any type, encoding and nesting.
 * Broken bytes end in a {@link SourceFormatException}, as with {@link ParquetSource}.
 */
public final class TableFile {
  /** Footer entries that tell how columns are to be taken; others may speak of this file alone. */
  private static final Set<String> LABELS = Set.of("ARROW:schema", "huggingface", "pandas");

  private final SourceFooter footer;
  private final TableSchema schema;
  private final List<Group> groups;

  /**
   * A row group.
   *
   * @param spans of all columns, in the file's order
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
    FileExtent.check(footer);
  }

  /**
   * Reads and checks the footer.
   *
   * @throws SourceFormatException when the file is not Parquet, is cut off or encrypted,
   *     contradicts itself, has a column twice or none at all
   * @throws IOException when it cannot be read
   */
  public static TableFile open(Path file) throws IOException {
    return new TableFile(SourceFooter.read(requireNonNull(file, "file")));
  }

  private void checkColumns() throws SourceFormatException {
    if (schema.columns() == 0) {
      throw new SourceFormatException(file(), "has no columns");
    }
    Set<List<String>> paths = new HashSet<>();
    for (RecordColumn column : schema.leaves()) {
      if (!paths.add(List.of(column.descriptor().getPath()))) {
        throw new SourceFormatException(file(), "has the column %s twice".formatted(column.path()));
      }
      if (column.maxDefinition() > RecordColumn.MAX_LEVEL) {
        throw new SourceFormatException(
            file(),
            "column %s is nested %d levels deep: at most %d can be read"
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
    return List.copyOf(groups);
  }

  /**
   * Checks that the columns can be written again: Parquet's writer takes no structure without
   * fields, though some programs write them.
   *
   * @throws SourceFormatException when there is one
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

  /** The file. */
  public Path file() {
    return footer.file();
  }

  /** The columns of this file alone. */
  public TableSchema schema() {
    return schema;
  }

  /** The number of row groups, which may be 0. */
  public int rowGroups() {
    return groups.size();
  }

  /** The file's rows. */
  public long rows() {
    return footer.data().getNum_rows();
  }

  /** The rows of a row group, numbered from 0. */
  public long rows(int group) {
    return groups.get(group).rows();
  }

  /** The number in the file of a row group's first row. */
  public long firstRow(int group) {
    return groups.get(group).firstRow();
  }

  /** The unpacked size, in bytes, of all columns, as the file declares. */
  public long uncompressedBytes() {
    return groups.stream().mapToLong(Group::uncompressedBytes).sum();
  }

  /** The unpacked size, in bytes, of all columns of a row group, as the file declares. */
  public long uncompressedBytes(int group) {
    return groups.get(group).uncompressedBytes();
  }

  /**
   * The heap, in bytes, that reading a row group takes for pages: for each column the largest one
   * as stored, the largest one unpacked, and what values of a dictionary take as objects. Reads the
   * headers of all pages.
   *
   * @throws SourceFormatException when a page's header is broken
   * @throws IOException when the file cannot be read
   */
  public long pageBytes(int group) throws IOException {
    long bytes = 0;
    try (SourceFile source = openUnchanged()) {
      for (ColumnChunkSpan span : groups.get(group).spans()) {
        bytes +=
            new PageSizes(span, new ChunkStream(source, span, footer.position(), new PageBuffers()))
                .heapBytes();
      }
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file(), "row group " + group, e);
    }
    return bytes;
  }

  /**
   * Opens a row group to be read row by row, its pages in half of the heap; holds a descriptor
   * until it is closed.
   *
   * @param target a schema that this file was merged into, or its own
   * @throws IOException when the file cannot be opened or has changed
   */
  public TableRows open(int group, TableSchema target) throws IOException {
    return open(group, target, new RowBuffers(RecordBuffer.MAX_BYTES));
  }

  /**
   * Opens a row group whose pages, and whose rows as records, may not take more bytes than the
   * buffers allow.
   *
   * @param buffers that no open row group uses
   * @throws IOException when the file cannot be opened or has changed
   */
  public TableRows open(int group, TableSchema target, RowBuffers buffers) throws IOException {
    return new TableRows(this, group, target, buffers);
  }

  SourceFooter footer() {
    return footer;
  }

  Group group(int number) {
    return groups.get(number);
  }

  SourceFile openUnchanged() throws IOException {
    return SourceFile.openUnchanged(file(), footer.length());
  }

  /** Where pages must have ended. */
  long pagesEnd() {
    return footer.position();
  }

  /**
   * The footer's entries that tell readers how to take the columns: Arrow's schema, the features of
   * Hugging Face's datasets and pandas' index.
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

  /**
   * The leaf columns, by their paths with dots, in which the values of the first row group with
   * rows repeat: it has them encoded by dictionaries throughout, with at least two values for each
   * entry.
   *
   * @throws IOException when the dictionaries cannot be read
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
