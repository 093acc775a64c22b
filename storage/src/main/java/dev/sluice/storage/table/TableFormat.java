package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The format of a written table. Pages have version 1 and checksums, and are compressed with zstd.
 *
 * <p>Numbers and dictionary-encoded strings have statistics. Other strings do not: rows are not
 * sorted by these strings, so statistics would not let a reader skip any page.
 *
 * @param schema the columns
 * @param dictionary the dotted paths of the leaf columns with a dictionary
 * @param labels the footer entries
 * @param level the level of zstd, 1 to 22
 * @param pageBytes the approximate uncompressed page size, 1 KiB to 64 MiB; a larger row gets a
 *     separate page
 */
public record TableFormat(
    TableSchema schema,
    Set<String> dictionary,
    Map<String, String> labels,
    int level,
    int pageBytes) {
  /** The default zstd level. */
  public static final int LEVEL = 3;

  /** The default page size. */
  public static final int PAGE_BYTES = 1 << 20;

  private static final int MIN_PAGE_BYTES = 1 << 10;
  private static final int MAX_PAGE_BYTES = 64 << 20;
  private static final int PAGE_ROWS = 20_000;
  private static final int STATISTICS_BYTES = 32;

  /** Checks the numbers. */
  public TableFormat {
    requireNonNull(schema, "schema");
    dictionary = Set.copyOf(dictionary);
    labels = Map.copyOf(labels);
    ShardCompression zstd = ShardCompression.ZSTD;
    if (level < zstd.minLevel() || level > zstd.maxLevel()) {
      throw new IllegalArgumentException(
          "level %d must be from %d to %d".formatted(level, zstd.minLevel(), zstd.maxLevel()));
    }
    if (pageBytes < MIN_PAGE_BYTES || pageBytes > MAX_PAGE_BYTES) {
      throw new IllegalArgumentException(
          "the page size is %d bytes; must be from %d to %d"
              .formatted(pageBytes, MIN_PAGE_BYTES, MAX_PAGE_BYTES));
    }
  }

  /** Returns the default format, without dictionaries and labels. */
  public static TableFormat of(TableSchema schema) {
    return new TableFormat(schema, Set.of(), Map.of(), LEVEL, PAGE_BYTES);
  }

  /**
   * Returns the default format with the labels of a file. Columns for which that file has
   * dictionaries, and whose values repeat, get dictionaries too.
   *
   * @param first the first of the files from which the schema was made
   * @throws SourceFormatException if the file has a struct without fields
   * @throws IOException if the file cannot be read
   */
  public static TableFormat of(TableSchema schema, TableFile first) throws IOException {
    first.requireFields();
    return new TableFormat(schema, first.dictionaryColumns(), first.labels(), LEVEL, PAGE_BYTES);
  }

  /**
   * Returns a copy with the given compression level.
   *
   * @param other the level of zstd, 1 to 22
   */
  public TableFormat withLevel(int other) {
    return new TableFormat(schema, dictionary, labels, other, pageBytes);
  }

  /** Returns a copy without labels. The labels may not describe the columns of a different file. */
  public TableFormat withoutLabels() {
    return new TableFormat(schema, dictionary, Map.of(), level, pageBytes);
  }

  /** Returns the footer entries, in key order. */
  SortedMap<String, String> footer() {
    return new TreeMap<>(labels);
  }

  /** Returns the writer's properties. Page sizes are checked at every row. */
  ParquetProperties properties() {
    ParquetProperties.Builder properties =
        ParquetProperties.builder()
            .withPageSize(pageBytes)
            .withPageRowCountLimit(PAGE_ROWS)
            .withDictionaryPageSize(pageBytes)
            .withDictionaryEncoding(false)
            .withSizeStatisticsEnabled(false)
            .withMinRowCountForPageSizeCheck(1)
            .estimateRowCountForPageSizeCheck(false)
            .withColumnIndexTruncateLength(STATISTICS_BYTES)
            .withStatisticsTruncateLength(STATISTICS_BYTES)
            .withPageWriteChecksumEnabled(true);
    for (RecordColumn column : schema.leaves()) {
      if (dictionary.contains(column.path())) {
        properties.withDictionaryEncoding(column.path(), true);
      } else if (column.type() == PrimitiveTypeName.BINARY) {
        properties.withStatisticsEnabled(column.path(), false);
      }
    }
    return properties.build();
  }

  PageCompressor compressor() {
    return new PageCompressor(ShardCompression.ZSTD, level);
  }
}
