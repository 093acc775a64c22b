package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.FieldIds;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * Determines the bytes of a shard, together with its rows and footer entries. All components are
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
  /**
   * The length of minimum and maximum in statistics and indexes. It is long enough for the start of
   * an id, and small in the footer.
   */
  static final int STATISTICS_BYTES = 32;

  private static final int DICTIONARY_BYTES = 64 << 10;

  /** The initial size of the dictionary column's indexes, which doubles when needed. */
  private static final int PAGE_ROWS = 4096;

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
          "columns %s must include all carried columns of %s".formatted(columns, all));
    }
    requireRange("level", level, compression.minLevel(), compression.maxLevel());
    requireRange("pageBytes", pageBytes, MIN_BYTES, MAX_PAGE_BYTES);
    requireRange("rowGroupBytes", rowGroupBytes, MIN_BYTES, MAX_ROW_GROUP_BYTES);
  }

  /** Returns whether a column is carried along, even if its name is that of a role. */
  public boolean isCarried(String column) {
    return carried.map(schema -> schema.topLevel().contains(column)).orElse(false);
  }

  /** Creates a format without carried columns. */
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
   * @param names the names of all columns, in file order
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

  /**
   * Returns the columns in the order of the format. Each has a field id: a column with a role has
   * the number of this role, from 1; carried columns have the ids that follow. So neither order nor
   * names change an id.
   */
  MessageType schema() {
    Map<String, Type> numbered = new HashMap<>();
    carried
        .map(schema -> schema.message().getFields())
        .map(fields -> FieldIds.number(fields, ColumnRole.values().length + 1))
        .ifPresent(fields -> fields.forEach(field -> numbered.put(field.getName(), field)));
    MessageTypeBuilder builder = Types.buildMessage();
    for (String column : columns) {
      builder.addField(
          isCarried(column) ? numbered.get(column) : ofRole(ColumnRole.of(column).orElseThrow()));
    }
    return builder.named("document");
  }

  private static Type ofRole(ColumnRole role) {
    int id = role.ordinal() + 1;
    return role.isNumber()
        ? Types.required(DOUBLE).id(id).named(role.field())
        : Types.required(BINARY).as(LogicalTypeAnnotation.stringType()).id(id).named(role.field());
  }

  /**
   * Returns the writer's properties. Pages have version 1 and the plain encoding, which every
   * reader supports. Only dumps, which repeat, have a dictionary. Texts have no statistics, because
   * these would be useless. Page sizes are checked at every row, because row sizes differ by a
   * factor of a thousand.
   */
  ParquetProperties properties() {
    return ParquetProperties.builder()
        .withPageSize(pageBytes)
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
