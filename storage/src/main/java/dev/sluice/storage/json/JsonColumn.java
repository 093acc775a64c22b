package dev.sluice.storage.json;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.Set;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** A table column for a top-level JSON field. */
record JsonColumn(Form form, Type type) {
  /** How values are stored in the column. */
  enum Form {
    BOOLEAN,
    INT32,
    INT64,
    DOUBLE,
    STRING,
    JSON,
    /** A type that JSON values cannot have. All values are null. */
    NULL
  }

  /** Returns the column type for values of these kinds. The kinds must be compatible. */
  static Type of(String name, Set<JsonKind> kinds) {
    return type(form(kinds), name);
  }

  private static Form form(Set<JsonKind> kinds) {
    if (kinds.isEmpty() || kinds.contains(JsonKind.STRING)) {
      return Form.STRING;
    }
    if (kinds.contains(JsonKind.BOOLEAN)) {
      return Form.BOOLEAN;
    }
    boolean inexact = kinds.contains(JsonKind.DOUBLE) && kinds.contains(JsonKind.LONG);
    if (kinds.contains(JsonKind.NESTED) || kinds.contains(JsonKind.LARGE) || inexact) {
      return Form.JSON;
    }
    return kinds.contains(JsonKind.DOUBLE) ? Form.DOUBLE : Form.INT64;
  }

  /** Numbers use the sort orders that every Parquet reader knows. */
  private static PrimitiveType type(Form form, String name) {
    return switch (form) {
      case BOOLEAN -> Types.optional(BOOLEAN).named(name);
      case INT64 -> Types.optional(INT64).named(name);
      case DOUBLE -> Types.optional(DOUBLE).columnOrder(ColumnOrder.typeDefined()).named(name);
      case STRING -> Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
      case JSON -> Types.optional(BINARY).as(LogicalTypeAnnotation.jsonType()).named(name);
      case INT32, NULL ->
          throw new IllegalArgumentException("a column of JSON lines never has the form " + form);
    };
  }

  /** Returns the column for a given type; its values may be null. */
  static JsonColumn of(Type type) {
    return new JsonColumn(form(type), type);
  }

  private static Form form(Type type) {
    if (!type.isPrimitive() || !type.isRepetition(Repetition.OPTIONAL)) {
      return Form.NULL;
    }
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> Form.BOOLEAN;
      case INT32 -> isWhole(meaning, Integer.SIZE) ? Form.INT32 : Form.NULL;
      case INT64 -> isWhole(meaning, Long.SIZE) ? Form.INT64 : Form.NULL;
      case DOUBLE -> Form.DOUBLE;
      case BINARY -> form(meaning);
      case FLOAT, INT96, FIXED_LEN_BYTE_ARRAY -> Form.NULL;
    };
  }

  private static boolean isWhole(LogicalTypeAnnotation meaning, int bits) {
    return meaning == null
        || meaning instanceof IntLogicalTypeAnnotation whole
            && whole.isSigned()
            && whole.getBitWidth() == bits;
  }

  private static Form form(LogicalTypeAnnotation meaning) {
    if (LogicalTypeAnnotation.jsonType().equals(meaning)) {
      return Form.JSON;
    }
    return LogicalTypeAnnotation.stringType().equals(meaning) ? Form.STRING : Form.NULL;
  }

  String name() {
    return type.getName();
  }

  /** Returns whether the column can hold a value of a kind. */
  boolean holds(JsonKind kind) {
    return switch (form) {
      case BOOLEAN -> kind == JsonKind.BOOLEAN;
      case INT32 -> kind == JsonKind.INT;
      case INT64 -> kind == JsonKind.INT || kind == JsonKind.INTEGER || kind == JsonKind.LONG;
      case DOUBLE -> kind == JsonKind.INT || kind == JsonKind.INTEGER || kind == JsonKind.DOUBLE;
      case STRING -> kind == JsonKind.STRING;
      case JSON -> kind != JsonKind.BOOLEAN && kind != JsonKind.STRING;
      case NULL -> false;
    };
  }

  /** Describes a value of a kind that the column cannot hold. */
  String misfit(JsonKind kind) {
    return "field %s is %s, but its column is %s"
        .formatted(name(), kind.seen(), type.toString().strip().replaceAll("\\s+", " "));
  }
}
