package dev.sluice.storage.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A leaf column as records hold it. A flat column has its definition level in a byte, unless that
 * can only be 0, and its value, if it is present. A repeated column has the bytes of its triples as
 * four bytes, and for each triple the repetition level, the definition level and the value. Numbers
 * are little-endian; values of {@link #VARIABLE} width stand behind their length, seven bits to a
 * byte, the lowest first.
 *
 * @param width of a value in bytes, or {@link #VARIABLE}
 * @param maxRepetition the highest repetition level; 0: the column is flat
 * @param maxDefinition the definition level of a value that is present
 */
record RecordColumn(ColumnDescriptor descriptor, int width, int maxRepetition, int maxDefinition) {
  /** The width of values that differ in length. */
  static final int VARIABLE = -1;

  /** Levels are bytes. */
  static final int MAX_LEVEL = 127;

  static RecordColumn of(ColumnDescriptor descriptor) {
    int width =
        switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
          case BOOLEAN -> 1;
          case INT32, FLOAT -> 4;
          case INT64, DOUBLE -> 8;
          case INT96 -> 12;
          case FIXED_LEN_BYTE_ARRAY -> descriptor.getPrimitiveType().getTypeLength();
          case BINARY -> VARIABLE;
        };
    return new RecordColumn(
        descriptor, width, descriptor.getMaxRepetitionLevel(), descriptor.getMaxDefinitionLevel());
  }

  /** The names on the way to it, joined by dots. */
  String path() {
    return String.join(".", descriptor.getPath());
  }

  PrimitiveTypeName type() {
    return descriptor.getPrimitiveType().getPrimitiveTypeName();
  }

  /** The types on the way from below the root down to the column. */
  static List<Type> way(GroupType root, String[] path) {
    List<Type> way = new ArrayList<>();
    Type at = root;
    for (String name : path) {
      at = at.asGroupType().getType(name);
      way.add(at);
    }
    return way;
  }

  /** For every repetition level of the column the definition level that it takes at least. */
  static int[] definitionsOfRepetitions(List<Type> way, int maxRepetition) {
    int[] definitions = new int[maxRepetition + 1];
    int definition = 0;
    int repetition = 0;
    for (Type type : way) {
      definition += type.isRepetition(Repetition.REQUIRED) ? 0 : 1;
      if (type.isRepetition(Repetition.REPEATED)) {
        definitions[++repetition] = definition;
      }
    }
    return definitions;
  }

  /** For every definition level in one schema that in another, where more may be optional. */
  static int[] definitions(List<Type> from, List<Type> to) {
    List<Integer> definitions = new ArrayList<>();
    int definition = 0;
    for (int i = 0; i < from.size(); i++) {
      if (!from.get(i).isRepetition(Repetition.REQUIRED)) {
        definitions.add(definition);
      }
      definition += to.get(i).isRepetition(Repetition.REQUIRED) ? 0 : 1;
    }
    definitions.add(definition);
    return definitions.stream().mapToInt(Integer::intValue).toArray();
  }
}
