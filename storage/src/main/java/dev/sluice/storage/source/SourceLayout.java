package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkOffsets;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.RowGroup;

/**
 * Finds the mapped columns of a file and their positions. Rejects a file whose metadata contradicts
 * the file's length or itself.
 */
public final class SourceLayout {
  private final SourceFooter footer;
  private final ColumnMapping mapping;
  private final ChunkOffsets places;

  /**
   * The mapped columns of a row group.
   *
   * @param firstRow the index in the file of its first row
   * @param columns the columns that the file has, by role
   */
  public record Group(long rows, long firstRow, Map<ColumnRole, ColumnChunkSpan> columns) {
    /** Returns the texts. The result is null if they are not mapped. */
    public ColumnChunkSpan text() {
      return columns.get(ColumnRole.TEXT);
    }

    /** Returns all columns, in the order of their roles. */
    List<ColumnChunkSpan> spans() {
      return List.copyOf(columns.values());
    }
  }

  public SourceLayout(SourceFooter footer, ColumnMapping mapping) {
    this.footer = footer;
    this.mapping = mapping;
    this.places = new ChunkOffsets(footer);
  }

  /**
   * @throws SourceFormatException if a required column is missing, or a column is repeated, has a
   *     wrong type, is outside the file, has a different length than its row group, or has an
   *     unknown codec
   * @throws IOException if page headers are needed and cannot be read
   */
  public List<Group> groups() throws IOException {
    Map<ColumnRole, Integer> leaves = leaves();
    long[] firstRows = places.firstRows();
    List<Group> groups = new ArrayList<>();
    for (RowGroup group : footer.data().getRow_groups()) {
      groups.add(place(group, groups.size(), firstRows[groups.size()], leaves));
    }
    places.requireComplete();
    return List.copyOf(groups);
  }

  /** Indexes of the mapped columns among the schema's leaves. */
  private Map<ColumnRole, Integer> leaves() throws SourceFormatException {
    ColumnTypes types = new ColumnTypes(footer.file());
    Map<ColumnRole, Integer> leaves = new EnumMap<>(ColumnRole.class);
    for (Map.Entry<ColumnRole, String> column : mapping.columns().entrySet()) {
      ColumnRole role = column.getKey();
      OptionalInt leaf =
          role.isRequired()
              ? OptionalInt.of(types.require(footer.leaves(), column.getValue()))
              : types.find(footer.leaves(), column.getValue());
      if (leaf.isPresent()) {
        check(types, role, footer.leaves().get(leaf.getAsInt()));
        leaves.put(role, leaf.getAsInt());
      }
    }
    return leaves;
  }

  private static void check(ColumnTypes types, ColumnRole role, ColumnDescriptor column)
      throws SourceFormatException {
    if (role == ColumnRole.ID) {
      types.requireId(column);
    } else if (!role.isNumber()) { // a value that is not a number is an invalid one
      types.requireBytes(column, role.field());
    }
  }

  private Group place(RowGroup group, int number, long firstRow, Map<ColumnRole, Integer> leaves)
      throws IOException {
    Map<ColumnRole, ColumnChunkSpan> columns = new EnumMap<>(ColumnRole.class);
    for (Map.Entry<ColumnRole, Integer> leaf : leaves.entrySet()) {
      columns.put(leaf.getKey(), places.span(group, number, leaf.getValue()));
    }
    return new Group(group.getNum_rows(), firstRow, columns);
  }
}
