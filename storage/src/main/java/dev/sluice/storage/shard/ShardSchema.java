package dev.sluice.storage.shard;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.FieldIds;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
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

  /**
   * The columns in the order of the format. Each has a field id: the number of its role from 1 on,
   * and what is carried along those that follow, so neither order nor names change an id.
   */
  static MessageType of(ShardFormat format) {
    Map<String, Type> carried = new HashMap<>();
    format
        .carried()
        .map(schema -> schema.message().getFields())
        .map(fields -> FieldIds.number(fields, ColumnRole.values().length + 1))
        .ifPresent(fields -> fields.forEach(field -> carried.put(field.getName(), field)));
    MessageTypeBuilder builder = Types.buildMessage();
    for (String column : format.columns()) {
      builder.addField(
          format.isCarried(column)
              ? carried.get(column)
              : ofRole(ColumnRole.of(column).orElseThrow()));
    }
    return builder.named("document");
  }

  private static Type ofRole(ColumnRole role) {
    int id = role.ordinal() + 1;
    return role == ColumnRole.SCORE
        ? Types.required(DOUBLE).id(id).named(role.field())
        : Types.required(BINARY).as(LogicalTypeAnnotation.stringType()).id(id).named(role.field());
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
