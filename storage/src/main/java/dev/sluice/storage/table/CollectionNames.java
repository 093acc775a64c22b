package dev.sluice.storage.table;

import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.GroupBuilder;

/**
 * Replaces the names inside lists and maps by those of the Parquet format. The names have no
 * meaning and differ between writers. The new names are {@code list.element}, {@code key_value.key}
 * and {@code key_value.value}, and {@code array} for the repeated part of lists of old writers.
 */
final class CollectionNames {
  private static final String OLD_ELEMENT = "array";
  private static final int KEY_AND_VALUE = 2;

  private CollectionNames() {}

  /** Renames the parts of lists and maps in all columns. The order of the columns is kept. */
  static MessageType canonical(MessageType message) {
    return new MessageType(message.getName(), inside(message));
  }

  /** Renames the parts of lists and maps in a type. */
  static Type canonical(Type type) {
    if (type.isPrimitive()) {
      return type;
    }
    GroupType group = type.asGroupType();
    if (isCollection(group)) {
      LogicalTypeAnnotation meaning = group.getLogicalTypeAnnotation();
      if (meaning instanceof ListLogicalTypeAnnotation) {
        return group(group, group.getName(), meaning, List.of(repeatedElement(group)));
      }
      if (isMap(meaning) && !group.getType(0).isPrimitive()) {
        return group(
            group, group.getName(), LogicalTypeAnnotation.mapType(), List.of(entry(group)));
      }
    }
    return group(group, group.getName(), group.getLogicalTypeAnnotation(), inside(group));
  }

  private static boolean isCollection(GroupType group) {
    return group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED);
  }

  private static boolean isMap(LogicalTypeAnnotation meaning) {
    return meaning instanceof MapLogicalTypeAnnotation
        || meaning instanceof MapKeyValueTypeAnnotation;
  }

  private static Type repeatedElement(GroupType list) {
    Type repeated = canonical(list.getType(0));
    if (!wrapsElement(list)) {
      return named(repeated, OLD_ELEMENT);
    }
    Type element = named(repeated.asGroupType().getType(0), "element");
    return group(repeated.asGroupType(), "list", null, List.of(element));
  }

  /**
   * Returns whether a list repeats a group around its element rather than the element itself, by
   * the Parquet format's rules for old files.
   */
  private static boolean wrapsElement(GroupType list) {
    Type repeated = list.getType(0);
    return !repeated.isPrimitive()
        && repeated.asGroupType().getFieldCount() == 1
        && !repeated.getName().equals(OLD_ELEMENT)
        && !repeated.getName().equals(list.getName() + "_tuple");
  }

  private static Type entry(GroupType map) {
    GroupType entry = map.getType(0).asGroupType();
    List<Type> fields = inside(entry);
    if (fields.size() == KEY_AND_VALUE) {
      fields = List.of(named(fields.get(0), "key"), named(fields.get(1), "value"));
    }
    return group(entry, "key_value", null, fields);
  }

  private static List<Type> inside(GroupType group) {
    return group.getFields().stream().map(CollectionNames::canonical).toList();
  }

  private static Type named(Type type, String name) {
    return copy(type, type.getRepetition(), name);
  }

  private static Type group(
      GroupType like, String name, LogicalTypeAnnotation meaning, List<Type> fields) {
    return group(like, like.getRepetition(), name, meaning, fields);
  }

  /** Returns a type with the given repetition and name. */
  static Type copy(Type type, Repetition repetition, String name) {
    if (!type.isPrimitive()) {
      GroupType group = type.asGroupType();
      return group(group, repetition, name, group.getLogicalTypeAnnotation(), group.getFields());
    }
    PrimitiveType primitive = type.asPrimitiveType();
    Type copy =
        Types.primitive(primitive.getPrimitiveTypeName(), repetition)
            .length(primitive.getTypeLength())
            .as(primitive.getLogicalTypeAnnotation())
            .columnOrder(primitive.columnOrder())
            .named(name);
    return withId(copy, type);
  }

  private static Type group(
      GroupType like,
      Repetition repetition,
      String name,
      LogicalTypeAnnotation meaning,
      List<Type> fields) {
    GroupBuilder<GroupType> builder = Types.buildGroup(repetition);
    return withId(builder.addFields(fields.toArray(Type[]::new)).as(meaning).named(name), like);
  }

  private static Type withId(Type type, Type from) {
    return from.getId() == null ? type : type.withId(from.getId().intValue());
  }
}
