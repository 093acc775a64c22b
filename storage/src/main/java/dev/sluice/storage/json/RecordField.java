package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.Utf8;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Reads one flat column of records. It reads values as numbers, or as the strings that they would
 * have in JSON. Binary values without a logical type count as text if text is requested. Immutable
 * and thread-safe.
 */
public final class RecordField {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int leaf;
  private final PrimitiveType type;
  private final JsonValues.Writer writer;

  private RecordField(int leaf, PrimitiveType type) {
    this.leaf = leaf;
    this.type = type;
    this.writer = JsonValues.of(type);
  }

  /**
   * Returns the leaf column of a dotted path. The result is empty if the column does not exist, or
   * if it is inside a list or map and so does not have exactly one value in each row.
   */
  public static Optional<RecordField> of(TableSchema schema, String path) {
    List<ColumnDescriptor> columns = schema.message().getColumns();
    for (int leaf = 0; leaf < columns.size(); leaf++) {
      ColumnDescriptor column = columns.get(leaf);
      if (String.join(".", column.getPath()).equals(path)) {
        return at(leaf, column);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns all leaf columns by their dotted paths, in schema order. A column inside a list or map
   * has an empty value. If several columns have the same path, the first counts.
   */
  public static Map<String, Optional<RecordField>> all(TableSchema schema) {
    Map<String, Optional<RecordField>> all = new LinkedHashMap<>();
    List<ColumnDescriptor> columns = schema.message().getColumns();
    for (int leaf = 0; leaf < columns.size(); leaf++) {
      all.putIfAbsent(String.join(".", columns.get(leaf).getPath()), at(leaf, columns.get(leaf)));
    }
    return all;
  }

  private static Optional<RecordField> at(int leaf, ColumnDescriptor column) {
    return column.getMaxRepetitionLevel() > 0
        ? Optional.empty()
        : Optional.of(new RecordField(leaf, column.getPrimitiveType()));
  }

  /** Returns the index of the column among the leaf columns. */
  public int leaf() {
    return leaf;
  }

  /** Returns the type of the column, for messages. */
  public String type() {
    return type.toString();
  }

  /** Returns whether the values of the column are byte arrays that can be text. */
  public boolean isText() {
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY
        && (meaning == null
            || meaning instanceof StringLogicalTypeAnnotation
            || meaning instanceof EnumLogicalTypeAnnotation
            || meaning instanceof JsonLogicalTypeAnnotation);
  }

  /**
   * Returns the value in the reader's current record as a number, or empty if it is not a number.
   */
  public OptionalDouble number(RecordReader record) {
    if (!record.isPresent(leaf) || !isNumber()) {
      return OptionalDouble.empty();
    }
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT -> OptionalDouble.of(record.float32(leaf));
      case DOUBLE -> OptionalDouble.of(record.float64(leaf));
      default ->
          type.getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation
              ? OptionalDouble.of(record.float16(leaf))
              : OptionalDouble.of(Double.parseDouble(json(record)));
    };
  }

  /** Returns whether the values of the column are numbers. */
  public boolean isNumber() {
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT, DOUBLE -> true;
      case INT32, INT64 ->
          meaning == null
              || meaning instanceof IntLogicalTypeAnnotation
              || meaning instanceof DecimalLogicalTypeAnnotation;
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          meaning instanceof DecimalLogicalTypeAnnotation
              || meaning instanceof Float16LogicalTypeAnnotation;
      case BOOLEAN, INT96 -> false;
    };
  }

  /** Returns whether the values of the column are integers. */
  public boolean isInteger() {
    boolean inWords =
        type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT32
            || type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT64;
    return inWords
        && isNumber()
        && !(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation);
  }

  /**
   * Returns the value in the reader's current record of a column of integers, or 0 if it is null.
   */
  public long integer(RecordReader record) {
    if (!record.isPresent(leaf)) {
      return 0;
    }
    return type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT32
        ? record.int32(leaf)
        : record.int64(leaf);
  }

  /** Returns whether the column is null in every row, according to the schema. */
  public boolean isNothing() {
    return type.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation;
  }

  /**
   * Returns the value as a string. A number is in its shortest form. The result is empty if there
   * is no value, or if it is a string that is not UTF-8.
   */
  public Optional<String> text(RecordReader record) {
    if (!record.isPresent(leaf)) {
      return Optional.empty();
    }
    if (isText()) {
      return string(record.bytes(), record.valueOffset(leaf), record.valueLength(leaf));
    }
    String json = json(record);
    return Optional.of(json.startsWith("\"") ? unquoted(json) : json);
  }

  private static Optional<String> string(byte[] bytes, int offset, int length) {
    return Utf8.isWellFormed(bytes, offset, length)
        ? Optional.of(new String(bytes, offset, length, UTF_8))
        : Optional.empty();
  }

  private String json(RecordReader record) {
    OptionalDouble floating = floating(record);
    if (floating.isPresent() && !Double.isFinite(floating.getAsDouble())) {
      return Double.toString(floating.getAsDouble());
    }
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = new JsonFactory().createGenerator(out)) {
      writer.write(new JsonValues(generator, record), leaf);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return out.toString();
  }

  /**
   * Returns the value of a column of floating-point numbers, which JSON cannot represent if it is
   * not finite.
   */
  private OptionalDouble floating(RecordReader record) {
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT -> OptionalDouble.of(record.float32(leaf));
      case DOUBLE -> OptionalDouble.of(record.float64(leaf));
      default -> OptionalDouble.empty();
    };
  }

  private static String unquoted(String json) {
    try {
      return MAPPER.readValue(json, String.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the value has just been written
    }
  }
}
