package dev.sluice.storage.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;

import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * A table of texts with labels: a nullable column {@code text}, and for each label a nullable
 * string column, dictionary-encoded since labels repeat. Packed with zstd.
 *
 * @param labels names of the label columns, behind the text
 * @param level of zstd, 1 to 22
 */
public record TextTableFormat(List<String> labels, int level) {
  /** The column of texts. */
  public static final String TEXT = "text";

  private static final int PAGE_BYTES = 1 << 20;
  private static final int PAGE_ROWS = 20_000;
  private static final int DICTIONARY_BYTES = 64 << 10;
  private static final int STATISTICS_BYTES = 32;

  /** Checks the names and the level. */
  public TextTableFormat {
    labels = List.copyOf(labels);
    if (labels.contains(TEXT) || Set.copyOf(labels).size() < labels.size()) {
      throw new IllegalArgumentException("labels %s: each once, none %s".formatted(labels, TEXT));
    }
    ShardCompression zstd = ShardCompression.ZSTD;
    if (level < zstd.minLevel() || level > zstd.maxLevel()) {
      throw new IllegalArgumentException(
          "level %d must be from %d to %d".formatted(level, zstd.minLevel(), zstd.maxLevel()));
    }
  }

  MessageType schema() {
    MessageTypeBuilder builder = Types.buildMessage();
    builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(TEXT);
    for (String label : labels) {
      builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(label);
    }
    return builder.named("schema");
  }

  /** Version 1 pages; plain texts without statistics; page sizes are checked at every row. */
  ParquetProperties properties() {
    return ParquetProperties.builder()
        .withPageSize(PAGE_BYTES)
        .withPageRowCountLimit(PAGE_ROWS)
        .withDictionaryPageSize(DICTIONARY_BYTES)
        .withDictionaryEncoding(true)
        .withDictionaryEncoding(TEXT, false)
        .withStatisticsEnabled(TEXT, false)
        .withSizeStatisticsEnabled(false)
        .withMinRowCountForPageSizeCheck(1)
        .estimateRowCountForPageSizeCheck(false)
        .withColumnIndexTruncateLength(STATISTICS_BYTES)
        .withStatisticsTruncateLength(STATISTICS_BYTES)
        .withPageWriteChecksumEnabled(true)
        .build();
  }

  PageCompressor compressor() {
    return new PageCompressor(ShardCompression.ZSTD, level);
  }
}
