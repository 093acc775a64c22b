package dev.sluice.storage.table;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.storage.page.ColumnTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A column, or a field of a structure, that occurs exactly once in each row. It can itself be a
 * structure, list or map, but cannot be inside a list or map.
 *
 * @param path the names, separated by dots; a name may contain dots, too
 * @param top the name of the top-level column
 * @param type the type of the field
 * @param leaf the index of the field's first leaf column
 * @param present the lowest definition level at which the field is not null
 */
public record SingleField(String path, String top, Type type, int leaf, int present) {
  /** Returns all such fields of a schema, in order. */
  public static List<SingleField> of(MessageType schema) {
    List<SingleField> fields = new ArrayList<>();
    int leaf = 0;
    for (Type column : schema.getFields()) {
      leaf = add(column, column.getName(), column.getName(), 0, leaf, fields);
    }
    return List.copyOf(fields);
  }

  /**
   * Returns the paths that more than one field has. For example, a column {@code a.b} and a field
   * {@code b} in a column {@code a} have the same path.
   */
  public static Set<String> twice(List<SingleField> fields) {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> twice = new LinkedHashSet<>();
    for (SingleField field : fields) {
      if (!seen.add(field.path())) {
        twice.add(field.path());
      }
    }
    return twice;
  }

  /** Adds a field and the fields in it. Returns the index of the next leaf column. */
  private static int add(
      Type type, String path, String top, int outer, int leaf, List<SingleField> fields) {
    int present = outer + (type.isRepetition(Repetition.REQUIRED) ? 0 : 1);
    if (leaves(type) == 0) {
      return leaf;
    }
    fields.add(new SingleField(path, top, type, leaf, present));
    if (type.isPrimitive()) {
      return leaf + 1;
    }
    int next = leaf;
    for (Type inner : type.asGroupType().getFields()) {
      next =
          !type.isRepetition(Repetition.REPEATED) && !inner.isRepetition(Repetition.REPEATED)
              ? add(inner, path + "." + inner.getName(), top, present, next, fields)
              : next + leaves(inner);
    }
    return next;
  }

  /** Returns the number of leaf columns of a type. */
  static int leaves(Type type) {
    if (type.isPrimitive()) {
      return 1;
    }
    return type.asGroupType().getFields().stream().mapToInt(SingleField::leaves).sum();
  }

  /** Returns the kind of values that a filter can compare with the field. */
  public ColumnKind kind() {
    if (!type.isPrimitive() || type.isRepetition(Repetition.REPEATED)) {
      return ColumnKind.OTHER;
    }
    if (ColumnTypes.isNothing(type)) {
      return ColumnKind.NOTHING;
    }
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> ColumnKind.BOOLEAN;
      case INT32, INT64 -> isInteger(meaning) ? ColumnKind.INTEGER : ColumnKind.OTHER;
      case FLOAT, DOUBLE -> ColumnKind.FLOATING;
      case BINARY -> isText(meaning) ? ColumnKind.STRING : ColumnKind.OTHER;
      case INT96, FIXED_LEN_BYTE_ARRAY -> ColumnKind.OTHER;
    };
  }

  private static boolean isInteger(LogicalTypeAnnotation meaning) {
    return meaning == null
        || meaning instanceof IntLogicalTypeAnnotation integer
            && (integer.isSigned() || integer.getBitWidth() < Long.SIZE);
  }

  private static boolean isText(LogicalTypeAnnotation meaning) {
    return meaning == null
        || meaning.equals(LogicalTypeAnnotation.stringType())
        || meaning.equals(LogicalTypeAnnotation.enumType())
        || meaning.equals(LogicalTypeAnnotation.jsonType());
  }
}
