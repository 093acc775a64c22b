package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.PageCompressor;
import dev.sluice.storage.page.ShardCompression;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * How a table is written: version 1 pages with checksums, packed with zstd.
 *
 * <p>Numbers, and strings in dictionaries, have statistics. Strings that do not repeat have none:
 * in rows without order they lead no reader past a page.
 *
 * @param schema its columns
 * @param dictionary the leaf columns, by their paths with dots, that get a dictionary
 * @param labels entries of the footer
 * @param level of zstd, 1 to 22
 * @param pageBytes what an unpacked page has about, 1 KiB to 64 MiB; one larger row is a page
 */
public record TableFormat(
    TableSchema schema,
    Set<String> dictionary,
    Map<String, String> labels,
    int level,
    int pageBytes) {
  /** The level of zstd where nobody chooses one. */
  public static final int LEVEL = 3;

  /** The bytes of a page where nobody chooses them. */
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
          "pages of %d bytes must have from %d to %d"
              .formatted(pageBytes, MIN_PAGE_BYTES, MAX_PAGE_BYTES));
    }
  }

  /** The usual format, without dictionaries and labels. */
  public static TableFormat of(TableSchema schema) {
    return new TableFormat(schema, Set.of(), Map.of(), LEVEL, PAGE_BYTES);
  }

  /**
   * The usual format, with dictionaries where a file has them and values repeat, and its labels.
   *
   * @param first the first of the files that the schema is from
   * @throws SourceFormatException when it has a structure without fields
   * @throws IOException when it cannot be read
   */
  public static TableFormat of(TableSchema schema, TableFile first) throws IOException {
    first.requireFields();
    return new TableFormat(schema, first.dictionaryColumns(), first.labels(), LEVEL, PAGE_BYTES);
  }

  /**
   * The same, packed otherwise.
   *
   * @param other level of zstd, 1 to 22
   */
  public TableFormat withLevel(int other) {
    return new TableFormat(schema, dictionary, labels, other, pageBytes);
  }

  /** The entries of the footer, in the order of their keys. */
  SortedMap<String, String> footer() {
    return new TreeMap<>(labels);
  }

  /** Page sizes are checked at every row. */
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
