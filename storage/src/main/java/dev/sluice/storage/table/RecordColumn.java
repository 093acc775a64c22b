package dev.sluice.storage.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A leaf column in the form that records have. A flat column consists of its definition level as a
 * byte, unless this can only be 0, and its value, if present. A repeated column consists of the
 * size of its triples as four bytes and, for each triple, the repetition level, the definition
 * level and the value. Numbers are little-endian; a value of {@link #VARIABLE} width follows its
 * length, which is written with seven bits per byte, lowest first.
 *
 * @param key the path, with the names of {@link CollectionNames}: the same in all files
 * @param width the width of a value in bytes, or {@link #VARIABLE}
 * @param maxRepetition the highest repetition level; 0 for a flat column
 * @param maxDefinition the definition level of a present value
 */
record RecordColumn(
    ColumnDescriptor descriptor,
    List<String> key,
    int width,
    int maxRepetition,
    int maxDefinition) {
  /** The width that means values of different lengths. */
  static final int VARIABLE = -1;

  /** The highest possible level. Levels are stored as bytes. */
  static final int MAX_LEVEL = 127;

  static RecordColumn of(ColumnDescriptor descriptor, List<String> key) {
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
        descriptor,
        key,
        width,
        descriptor.getMaxRepetitionLevel(),
        descriptor.getMaxDefinitionLevel());
  }

  /** Returns the dotted path. */
  String path() {
    return String.join(".", descriptor.getPath());
  }

  PrimitiveTypeName type() {
    return descriptor.getPrimitiveType().getPrimitiveTypeName();
  }

  /** Returns the types on the path from the root, which is left out, to the column. */
  static List<Type> way(GroupType root, String[] path) {
    List<Type> way = new ArrayList<>();
    Type at = root;
    for (String name : path) {
      at = at.asGroupType().getType(name);
      way.add(at);
    }
    return way;
  }

  /** Returns the minimum definition level for each repetition level of a column. */
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

  /**
   * Maps each definition level in one schema to the level in a second schema. More fields may be
   * optional in the second schema.
   */
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
