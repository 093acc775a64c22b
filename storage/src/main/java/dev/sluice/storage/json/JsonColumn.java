package dev.sluice.storage.json;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.Set;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Types;

/** A table column for a top-level JSON field. */
record JsonColumn(String name, Form form) {
  /** How values are stored in the column. */
  enum Form {
    BOOLEAN,
    INT64,
    DOUBLE,
    STRING,
    JSON
  }

  /** The column for values of these kinds, which must be compatible. */
  static JsonColumn of(String name, Set<JsonKind> kinds) {
    return new JsonColumn(name, form(kinds));
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

  /** Whether the column can hold a value of a kind. */
  boolean holds(JsonKind kind) {
    return switch (form) {
      case BOOLEAN -> kind == JsonKind.BOOLEAN;
      case INT64 -> kind == JsonKind.INTEGER || kind == JsonKind.LONG;
      case DOUBLE -> kind == JsonKind.INTEGER || kind == JsonKind.DOUBLE;
      case STRING -> kind == JsonKind.STRING;
      case JSON -> kind != JsonKind.BOOLEAN && kind != JsonKind.STRING;
    };
  }

  /** Numbers use the sort orders that every Parquet reader knows. */
  PrimitiveType type() {
    return switch (form) {
      case BOOLEAN -> Types.optional(BOOLEAN).named(name);
      case INT64 -> Types.optional(INT64).named(name);
      case DOUBLE -> Types.optional(DOUBLE).columnOrder(ColumnOrder.typeDefined()).named(name);
      case STRING -> Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
      case JSON -> Types.optional(BINARY).as(LogicalTypeAnnotation.jsonType()).named(name);
    };
  }
}
