package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.ShardCompression;
import java.util.List;
import java.util.Set;

/**
 * Everything that determines the bytes of a shard besides its rows and footer entries. All of it is
 * content configuration.
 *
 * @param columns a subset of id, text, score and dump, in file order
 * @param level compression level; ignored for {@code SNAPPY} and {@code NONE}
 * @param pageBytes a page ends with the row that brings it to nine tenths of this size; 1 KiB to
 *     256 MiB
 * @param rowGroupBytes a row group ends with the row that brings it to this size, counting
 *     compressed and open pages; 1 KiB to 1 GiB
 */
public record ShardFormat(
    List<String> columns,
    ShardCompression compression,
    int level,
    int pageBytes,
    long rowGroupBytes) {
  /** The columns that a shard can have. */
  public static final List<String> ALL_COLUMNS = List.of("id", "text", "score", "dump");

  private static final int MIN_BYTES = 1 << 10;
  private static final int MAX_PAGE_BYTES = 256 << 20;
  private static final int MAX_ROW_GROUP_BYTES = 1 << 30;

  /** Checks columns and ranges. */
  public ShardFormat {
    columns = List.copyOf(columns);
    requireNonNull(compression, "compression");
    boolean known = ALL_COLUMNS.containsAll(columns);
    if (columns.isEmpty() || !known || Set.copyOf(columns).size() < columns.size()) {
      throw new IllegalArgumentException(
          "columns %s must be some of %s, each once".formatted(columns, ALL_COLUMNS));
    }
    requireRange("level", level, compression.minLevel(), compression.maxLevel());
    requireRange("pageBytes", pageBytes, MIN_BYTES, MAX_PAGE_BYTES);
    requireRange("rowGroupBytes", rowGroupBytes, MIN_BYTES, MAX_ROW_GROUP_BYTES);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s %d must be from %d to %d".formatted(name, value, min, max));
    }
  }
}
