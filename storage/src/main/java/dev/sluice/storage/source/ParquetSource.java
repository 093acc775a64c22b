package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourceVersion;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.SingleField;
import dev.sluice.storage.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Parquet file whose footer has been read and checked. Immutable and thread-safe; holds no file
 * descriptor, because each read opens its own.
 *
 * <p>Reads only the mapped columns, page by page. Broken data leads to a {@link
 * SourceFormatException}, never to another exception, and never to an allocation that the file's
 * declared and plausible sizes do not cover. Verifies checksums if the file contains them.
 */
public final class ParquetSource {
  private static final long COLUMN_BYTES = 64 << 10;

  private final Path file;
  private final SourceVersion version;
  private final long pagesEnd;
  private final List<SourceLayout.Group> groups;
  private final FieldRules rules;
  private final Optional<CarriedColumns> carried;
  private final Optional<FilterColumns> filter;

  private ParquetSource(
      SourceFooter footer,
      List<SourceLayout.Group> groups,
      FieldRules rules,
      Optional<CarriedColumns> carried,
      Optional<FilterColumns> filter) {
    this.file = footer.file();
    this.version = footer.version();
    this.pagesEnd = footer.position();
    this.groups = groups;
    this.rules = rules;
    this.carried = carried;
    this.filter = filter;
  }

  /** Opens a file with the default rules. */
  public static ParquetSource open(Path file, ColumnMapping mapping) throws IOException {
    return open(file, mapping, FieldRules.DEFAULT);
  }

  /**
   * Reads and checks the footer.
   *
   * @param rules the rules for the rows of this file
   * @throws SourceFormatException if the file is not Parquet, is truncated, encrypted or
   *     inconsistent, or does not fit the mapping: a required column is missing from the file and
   *     its path (the message lists the columns that exist), is repeated, or has the wrong type
   * @throws IOException if the file cannot be read
   */
  public static ParquetSource open(Path file, ColumnMapping mapping, FieldRules rules)
      throws IOException {
    requireNonNull(mapping, "mapping");
    requireNonNull(rules, "rules");
    return of(SourceFooter.read(requireNonNull(file, "file")), mapping, rules);
  }

  /** Creates a source from a footer that has already been read. */
  public static ParquetSource of(SourceFooter footer, ColumnMapping mapping, FieldRules rules)
      throws IOException {
    Set<String> columns = new HashSet<>();
    footer.leaves().forEach(leaf -> columns.add(String.join(".", leaf.getPath())));
    ColumnMapping inFile =
        mapping.without(name -> !columns.contains(name) && rules.path().value(name).isPresent());
    List<SourceLayout.Group> groups = new SourceLayout(footer, inFile).groups();
    Optional<CarriedColumns> carried = Optional.empty();
    Optional<FilterColumns> filter = Optional.empty();
    if (mapping.carried().isPresent() || mapping.filter().isPresent()) {
      TableFile table = TableFile.of(footer);
      if (mapping.carried().isPresent()) {
        carried = Optional.of(CarriedColumns.of(table, mapping.carried().get(), rules.path()));
      }
      if (mapping.filter().isPresent()) {
        filter = Optional.of(FilterColumns.of(table, mapping.filter().get(), rules.path()));
      }
    }
    FieldRules ofFile = rules.withPath(mapping, columns::contains);
    return new ParquetSource(footer, groups, ofFile, carried, filter);
  }

  /**
   * Returns all leaf columns of a file as {@code path (type)}, in file order, for messages.
   *
   * @throws SourceFormatException if the file is not readable Parquet
   */
  public static List<String> columns(Path file) throws IOException {
    return SourceFooter.read(requireNonNull(file, "file")).columns();
  }

  /** Returns the paths of the columns, structures and lists that occur exactly once in each row. */
  public static Set<String> paths(SourceFooter footer) {
    return SingleField.of(footer.schema()).stream()
        .map(SingleField::path)
        .collect(Collectors.toSet());
  }

  /** Returns the number of rows in the file. */
  public long rows() {
    return groups.stream().mapToLong(SourceLayout.Group::rows).sum();
  }

  /** Returns the number of row groups. It may be 0. */
  public int rowGroups() {
    return groups.size();
  }

  /** Returns the number of rows in a row group. */
  public long rows(int rowGroup) {
    return groups.get(rowGroup).rows();
  }

  /** Returns the index in the file of a row group's first row. */
  public long firstRow(int rowGroup) {
    return groups.get(rowGroup).firstRow();
  }

  /**
   * Returns the maximum memory for reading a row group. The largest page, stored and uncompressed,
   * can be as large as its chunk, and dictionary values are objects.
   */
  public long readBytes(int rowGroup) {
    SourceLayout.Group group = groups.get(rowGroup);
    long bytes = 0;
    for (ColumnChunkSpan span : group.spans()) {
      long unpacked = Math.min(span.uncompressedBytes(), ChunkPages.MAX_PAGE_BYTES);
      long objects = span.equals(group.text()) ? unpacked / 4 : 4 * unpacked;
      bytes += Math.min(span.compressedBytes(), ChunkPages.MAX_PAGE_BYTES) + unpacked + objects;
      bytes += COLUMN_BYTES;
    }
    bytes += SourceFile.heldBytes(version, group.spans());
    bytes += carried.map(columns -> columns.readBytes(rowGroup)).orElse(0L);
    bytes += filter.map(columns -> columns.readBytes(rowGroup)).orElse(0L);
    return bytes;
  }

  /**
   * Returns the uncompressed size of the mapped columns of a row group, as declared by the file.
   */
  public long uncompressedBytes(int rowGroup) {
    return groups.get(rowGroup).spans().stream()
        .mapToLong(ColumnChunkSpan::uncompressedBytes)
        .sum();
  }

  /** Passes all rows to the consumer, in order. Pages take up to half of the heap. */
  public void read(SourceRow.RowConsumer consumer) throws IOException, InterruptedException {
    read(ColumnBuffers.ofHeap(), consumer);
  }

  /**
   * Passes all rows to the consumer, in order.
   *
   * @param buffers buffers that nobody else uses meanwhile
   * @throws InterruptedException if this thread is interrupted, or the consumer throws this
   *     exception
   */
  public void read(ColumnBuffers buffers, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    for (int group = 0; group < groups.size(); group++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      read(group, buffers, consumer);
    }
  }

  /**
   * Passes all rows of a row group to the consumer, in order. Pages take up to half of the heap.
   */
  public void read(int rowGroup, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    read(rowGroup, ColumnBuffers.ofHeap(), consumer);
  }

  /**
   * Passes all rows of a row group to the consumer, in order. Several threads may read at the same
   * time, each with its own consumer.
   *
   * @param buffers buffers that nobody else uses meanwhile
   * @throws PagesTooLargeException if the pages need more memory than the buffers allow
   * @throws SourceFormatException if the row group is broken; the rows before the error have been
   *     passed on
   * @throws IOException if the file cannot be read or has changed, or the consumer throws this
   *     exception
   * @throws InterruptedException if the consumer throws this exception
   */
  public void read(int rowGroup, ColumnBuffers buffers, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    if (groups.get(rowGroup).rows() == 0) {
      return;
    }
    try (RowCursor rows = open(rowGroup, buffers)) {
      while (rows.next()) {
        consumer.accept(rows.row());
      }
    }
  }

  private RowCursor open(int rowGroup, ColumnBuffers buffers) throws IOException {
    return new RowCursor(
        file,
        rowGroup,
        groups.get(rowGroup),
        rules,
        SourceFile.openUnchanged(file, version),
        pagesEnd,
        buffers,
        new RowCursor.ParquetColumns(
            openCarried(rowGroup), filter.map(columns -> columns.open(rowGroup))));
  }

  /** Opens the carried columns of a row group. They are read when they are requested. */
  Optional<RecordRows> openCarried(int rowGroup) {
    return carried.map(columns -> columns.open(rowGroup));
  }

  /**
   * Opens a row group for reading texts of selected rows. Holds a file descriptor until closed.
   *
   * @param buffers buffers that nobody else uses until then
   * @throws IOException if the file cannot be opened or has changed
   */
  public TextPages openTexts(int rowGroup, PageBuffers buffers) throws IOException {
    return new TextPages(
        file,
        rowGroup,
        groups.get(rowGroup),
        SourceFile.openUnchanged(file, version),
        pagesEnd,
        buffers);
  }
}
