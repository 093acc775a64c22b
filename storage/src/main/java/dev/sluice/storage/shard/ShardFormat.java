package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that determines the bytes of a shard besides its rows and footer entries. All of it is
 * content configuration.
 *
 * @param columns {@linkplain ColumnRole#field fields} and names of carried columns, in file order
 * @param carried columns of the source that rows carry along unchanged, in the form of their
 *     records; all of them are among {@code columns}
 * @param level compression level; ignored for {@code SNAPPY} and {@code NONE}
 * @param pageBytes a page ends with the row that brings it to nine tenths of this size; 1 KiB to
 *     256 MiB
 * @param rowGroupBytes a row group ends with the row that brings it to this size, counting
 *     compressed and open pages; 1 KiB to 1 GiB
 */
public record ShardFormat(
    List<String> columns,
    Optional<TableSchema> carried,
    ShardCompression compression,
    int level,
    int pageBytes,
    long rowGroupBytes) {
  private static final int MIN_BYTES = 1 << 10;
  private static final int MAX_PAGE_BYTES = 256 << 20;
  private static final int MAX_ROW_GROUP_BYTES = 1 << 30;

  /** Checks columns and ranges. */
  public ShardFormat {
    columns = List.copyOf(columns);
    requireNonNull(compression, "compression");
    List<String> all = new ArrayList<>(ColumnRole.FIELDS);
    carried.ifPresent(schema -> all.addAll(schema.topLevel()));
    boolean known = all.containsAll(columns);
    if (columns.isEmpty() || !known || Set.copyOf(columns).size() < columns.size()) {
      throw new IllegalArgumentException(
          "columns %s must be distinct names from %s".formatted(columns, all));
    }
    if (!columns.containsAll(carried.map(TableSchema::topLevel).orElse(List.of()))) {
      throw new IllegalArgumentException(
          "columns %s lack carried columns: %s".formatted(columns, all));
    }
    requireRange("level", level, compression.minLevel(), compression.maxLevel());
    requireRange("pageBytes", pageBytes, MIN_BYTES, MAX_PAGE_BYTES);
    requireRange("rowGroupBytes", rowGroupBytes, MIN_BYTES, MAX_ROW_GROUP_BYTES);
  }

  /** Whether a column is carried along, even if one of the others has its name. */
  boolean isCarried(String column) {
    return carried.map(schema -> schema.topLevel().contains(column)).orElse(false);
  }

  /** A format without carried columns. */
  public ShardFormat(
      List<String> columns,
      ShardCompression compression,
      int level,
      int pageBytes,
      long rowGroupBytes) {
    this(columns, Optional.empty(), compression, level, pageBytes, rowGroupBytes);
  }

  /**
   * Returns this format with carried columns.
   *
   * @param names of all columns, in file order
   */
  public ShardFormat carrying(List<String> names, TableSchema schema) {
    return new ShardFormat(
        names, Optional.of(schema), compression, level, pageBytes, rowGroupBytes);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s %d must be from %d to %d".formatted(name, value, min, max));
    }
  }
}
