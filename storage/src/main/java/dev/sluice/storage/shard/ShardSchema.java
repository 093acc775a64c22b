package dev.sluice.storage.shard;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import dev.sluice.storage.source.ColumnRole;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/** Schema and encodings of shards. */
final class ShardSchema {
  /**
   * Length of minimum and maximum in statistics and indexes: long enough for the start of an id,
   * small in the footer.
   */
  static final int STATISTICS_BYTES = 32;

  private static final int DICTIONARY_BYTES = 64 << 10;

  /** Initial size for the indexes of the dictionary column; it doubles when needed. */
  private static final int PAGE_ROWS = 4096;

  private ShardSchema() {}

  static MessageType of(ShardFormat format) {
    MessageTypeBuilder builder = Types.buildMessage();
    for (String column : format.columns()) {
      if (format.isCarried(column)) {
        builder.addField(format.carried().orElseThrow().message().getType(column));
      } else if (column.equals(ColumnRole.SCORE.field())) {
        builder.required(DOUBLE).named(column);
      } else {
        builder.required(BINARY).as(LogicalTypeAnnotation.stringType()).named(column);
      }
    }
    return builder.named("document");
  }

  /**
   * Version 1 pages and plain encoding, which every reader supports; a dictionary only for dumps,
   * which repeat. Texts have no statistics, which would be useless. Page sizes are checked at every
   * row, because row sizes differ by a factor of a thousand.
   */
  static ParquetProperties properties(ShardFormat format) {
    return ParquetProperties.builder()
        .withPageSize(format.pageBytes())
        .withPageRowCountLimit(PAGE_ROWS)
        .withDictionaryPageSize(DICTIONARY_BYTES)
        .withDictionaryEncoding(false)
        .withDictionaryEncoding(ColumnRole.DUMP.field(), true)
        .withStatisticsEnabled(ColumnRole.TEXT.field(), false)
        .withSizeStatisticsEnabled(false)
        .withMinRowCountForPageSizeCheck(1)
        .estimateRowCountForPageSizeCheck(false)
        .withColumnIndexTruncateLength(STATISTICS_BYTES)
        .withStatisticsTruncateLength(STATISTICS_BYTES)
        .withPageWriteChecksumEnabled(true)
        .build();
  }
}
