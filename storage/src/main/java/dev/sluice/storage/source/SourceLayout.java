package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkOffsets;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.FileExtent;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.RowGroup;

/**
 * Finds the mapped columns of a file and their positions. Rejects a file that contradicts its
 * length or itself.
 */
public final class SourceLayout {
  private static final int LISTED_COLUMNS = 30;

  private final SourceFooter footer;
  private final ColumnMapping mapping;
  private final ChunkOffsets places;

  /**
   * The mapped columns of a row group.
   *
   * @param firstRow index in the file of its first row
   */
  public record Group(
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

  /** Indexes of the mapped columns among the schema's leaves. */
  private record Leaves(int text, OptionalInt score, OptionalInt id, OptionalInt dump) {}

  public SourceLayout(SourceFooter footer, ColumnMapping mapping) {
    this.footer = footer;
    this.mapping = mapping;
    this.places = new ChunkOffsets(footer);
  }

  /**
   * @throws SourceFormatException if a required column is missing, or a column is repeated, of a
   *     wrong type, outside the file, of another length than its row group, or of an unknown codec
   * @throws IOException if page headers are needed and cannot be read
   */
  public List<Group> groups() throws IOException {
    Leaves leaves = leaves();
    long[] firstRows = places.firstRows();
    List<Group> groups = new ArrayList<>();
    for (RowGroup group : footer.data().getRow_groups()) {
      groups.add(place(group, groups.size(), firstRows[groups.size()], leaves));
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

  private Group place(RowGroup group, int number, long firstRow, Leaves leaves) throws IOException {
    return new Group(
        group.getNum_rows(),
        firstRow,
        places.span(group, number, leaves.text()),
        span(group, number, leaves.score()),
        span(group, number, leaves.id()),
        span(group, number, leaves.dump()));
  }

  private ColumnDescriptor column(int leaf) {
    return footer.leaves().get(leaf);
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

  /**
   * The index of a path among the leaves. Names may contain dots, so complete paths are compared.
   */
  private OptionalInt find(Optional<String> path) throws SourceFormatException {
    List<ColumnDescriptor> columns = footer.leaves();
    int[] found =
        IntStream.range(0, path.isPresent() ? columns.size() : 0)
            .filter(leaf -> String.join(".", column(leaf).getPath()).equals(path.get()))
            .toArray();
    if (found.length > 1) {
      throw new SourceFormatException(
          footer.file(), "has the column %s twice".formatted(path.get()));
    }
    if (found.length == 1 && column(found[0]).getMaxRepetitionLevel() > 0) {
      throw new SourceFormatException(
          footer.file(), "column %s is repeated: a row must have one value".formatted(path.get()));
    }
    return found.length == 0 ? OptionalInt.empty() : OptionalInt.of(found[0]);
  }

  private Optional<ColumnChunkSpan> span(RowGroup group, int number, OptionalInt leaf)
      throws IOException {
    return leaf.isPresent()
        ? Optional.of(places.span(group, number, leaf.getAsInt()))
        : Optional.empty();
  }
}
