package dev.sluice.storage.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;

/**
 * Finds the mapped columns of a file and where they lie, and refuses what contradicts the file's
 * length or itself.
 */
final class SourceLayout {
  private static final int LISTED_COLUMNS = 30;

  private final SourceFooter footer;
  private final ColumnMapping mapping;

  /**
   * The mapped columns of one row group.
   *
   * @param firstRow its first row's number in the file
   */
  record Group(
      long rows,
      long firstRow,
      ColumnChunkSpan text,
      Optional<ColumnChunkSpan> score,
      Optional<ColumnChunkSpan> id,
      Optional<ColumnChunkSpan> dump) {

    List<ColumnChunkSpan> spans() {
      List<ColumnChunkSpan> spans = new ArrayList<>(List.of(text));
      score.ifPresent(spans::add);
      id.ifPresent(spans::add);
      dump.ifPresent(spans::add);
      return spans;
    }
  }

  /** The mapped columns by their numbers among the schema's leaves. */
  private record Leaves(int text, OptionalInt score, OptionalInt id, OptionalInt dump) {}

  SourceLayout(SourceFooter footer, ColumnMapping mapping) {
    this.footer = footer;
    this.mapping = mapping;
  }

  /**
   * @throws SourceFormatException when a required column is missing, or one is repeated, of a wrong
   *     type, outside the file, of another length than its row group, or of an unknown codec
   */
  List<Group> groups() throws SourceFormatException {
    Leaves leaves = leaves();
    List<Group> groups = new ArrayList<>();
    long row = 0;
    for (RowGroup group : footer.data().getRow_groups()) {
      Group placed = place(group, groups.size(), row, leaves);
      groups.add(placed);
      row += placed.rows();
    }
    if (row != footer.data().getNum_rows()) {
      throw new SourceFormatException(
          footer.file(),
          "declares %d rows and its row groups %d".formatted(footer.data().getNum_rows(), row));
    }
    FileExtent.check(footer);
    return List.copyOf(groups);
  }

  private Leaves leaves() throws SourceFormatException {
    ColumnTypes types = new ColumnTypes(footer.file());
    int text = required(mapping.text());
    types.requireBytes(column(text), "text");
    OptionalInt score = OptionalInt.empty();
    if (mapping.score().isPresent()) {
      score = OptionalInt.of(required(mapping.score().get()));
      types.requireNumber(column(score.getAsInt()));
    }
    OptionalInt id = find(mapping.id());
    if (id.isPresent()) {
      types.requireId(column(id.getAsInt()));
    }
    OptionalInt dump = find(mapping.dump());
    if (dump.isPresent()) {
      types.requireBytes(column(dump.getAsInt()), "dump");
    }
    return new Leaves(text, score, id, dump);
  }

  private Group place(RowGroup group, int number, long firstRow, Leaves leaves)
      throws SourceFormatException {
    long left = footer.data().getNum_rows() - firstRow;
    if (group.getNum_rows() < 0 || group.getNum_rows() > left) {
      throw broken(
          number, "declares %d rows where %d are left".formatted(group.getNum_rows(), left));
    }
    return new Group(
        group.getNum_rows(),
        firstRow,
        span(group, number, leaves.text()),
        span(group, number, leaves.score()),
        span(group, number, leaves.id()),
        span(group, number, leaves.dump()));
  }

  private ColumnDescriptor column(int leaf) {
    return footer.schema().getColumns().get(leaf);
  }

  private int required(String path) throws SourceFormatException {
    OptionalInt leaf = find(Optional.of(path));
    if (leaf.isEmpty()) {
      throw new SourceFormatException(
          footer.file(), "no column %s; there are: %s".formatted(path, listed(footer.columns())));
    }
    return leaf.getAsInt();
  }

  private static String listed(List<String> columns) {
    int more = columns.size() - LISTED_COLUMNS;
    return more <= 0
        ? String.join(", ", columns)
        : String.join(", ", columns.subList(0, LISTED_COLUMNS)) + " and %d more".formatted(more);
  }

  /** Where a path is among the leaves. Names may hold dots: the paths as a whole are compared. */
  private OptionalInt find(Optional<String> path) throws SourceFormatException {
    List<ColumnDescriptor> columns = footer.schema().getColumns();
    OptionalInt found =
        IntStream.range(0, path.isPresent() ? columns.size() : 0)
            .filter(leaf -> String.join(".", column(leaf).getPath()).equals(path.get()))
            .findFirst();
    if (found.isPresent() && column(found.getAsInt()).getMaxRepetitionLevel() > 0) {
      throw new SourceFormatException(
          footer.file(), "column %s is repeated: a row must have one value".formatted(path.get()));
    }
    return found;
  }

  private Optional<ColumnChunkSpan> span(RowGroup group, int number, OptionalInt leaf)
      throws SourceFormatException {
    return leaf.isPresent() ? Optional.of(span(group, number, leaf.getAsInt())) : Optional.empty();
  }

  private ColumnChunkSpan span(RowGroup group, int number, int leaf) throws SourceFormatException {
    ColumnDescriptor column = column(leaf);
    String path = String.join(".", column.getPath());
    ColumnMetaData data = metadata(group, number, leaf, path);
    Optional<SourceCodec> codec = SourceCodec.of(data.getCodec());
    if (codec.isEmpty()) {
      throw broken(
          number,
          "column %s is packed with %s; known are %s"
              .formatted(path, data.getCodec(), Arrays.toString(SourceCodec.values())));
    }
    if (data.getNum_values() != group.getNum_rows()) {
      throw broken(
          number,
          "column %s has %d values for %d rows"
              .formatted(path, data.getNum_values(), group.getNum_rows()));
    }
    return within(
        number,
        new ColumnChunkSpan(
            column,
            codec.get(),
            offset(data),
            data.getTotal_compressed_size(),
            data.getTotal_uncompressed_size(),
            data.getNum_values()));
  }

  private ColumnMetaData metadata(RowGroup group, int number, int leaf, String path)
      throws SourceFormatException {
    List<ColumnChunk> chunks = group.getColumns();
    ColumnDescriptor column = column(leaf);
    if (chunks.size() != footer.schema().getColumns().size()) {
      throw broken(
          number,
          "has %d columns and the schema %d"
              .formatted(chunks.size(), footer.schema().getColumns().size()));
    }
    ColumnChunk chunk = chunks.get(leaf);
    if (!chunk.isSetMeta_data() || chunk.isSetCrypto_metadata() || chunk.isSetFile_path()) {
      throw broken(number, "column %s is encrypted or in another file".formatted(path));
    }
    ColumnMetaData data = chunk.getMeta_data();
    boolean samePath = data.getPath_in_schema().equals(List.of(column.getPath()));
    if (!samePath || !name(data.getType()).equals(type(column))) {
      throw broken(
          number,
          "column %s of type %s is %s of type %s there"
              .formatted(path, type(column), data.getPath_in_schema(), data.getType()));
    }
    return data;
  }

  private static String type(ColumnDescriptor column) {
    return column.getPrimitiveType().getPrimitiveTypeName().name();
  }

  /** The footer's name of a type as the schema has it. */
  private static String name(Type type) {
    return type == Type.BYTE_ARRAY ? "BINARY" : type.name();
  }

  /** Where a chunk begins: with its dictionary, if it has one. */
  static long offset(ColumnMetaData data) {
    long dictionary = data.isSetDictionary_page_offset() ? data.getDictionary_page_offset() : 0;
    long pages = data.getData_page_offset();
    return dictionary > 0 && dictionary < pages ? dictionary : pages;
  }

  private ColumnChunkSpan within(int number, ColumnChunkSpan span) throws SourceFormatException {
    boolean inside =
        span.offset() >= 0
            && span.compressedBytes() >= 0
            && span.uncompressedBytes() >= 0
            && span.offset() <= footer.position()
            && span.compressedBytes() <= footer.position() - span.offset();
    if (!inside) {
      throw broken(
          number,
          "column %s declares %d bytes at %d, the file has %d before its footer"
              .formatted(span.path(), span.compressedBytes(), span.offset(), footer.position()));
    }
    return span;
  }

  private SourceFormatException broken(int number, String reason) {
    return new SourceFormatException(footer.file(), "row group %d %s".formatted(number, reason));
  }
}
