package dev.sluice.storage.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/** Schemas of any types and nesting, and rows of them with every kind of nothing. */
final class RandomTable {
  private static final int MAX_DEPTH = 4;

  private final Random random;

  RandomTable(Random random) {
    this.random = random;
  }

  MessageType schema() {
    MessageTypeBuilder builder = Types.buildMessage();
    int fields = 1 + random.nextInt(5);
    for (int i = 0; i < fields; i++) {
      builder.addField(type("c" + i, 0));
    }
    return builder.named("random");
  }

  private Type type(String name, int depth) {
    Repetition repetition = Repetition.values()[random.nextInt(3)];
    if (depth < MAX_DEPTH && random.nextInt(3) == 0) {
      Type[] fields = new Type[1 + random.nextInt(3)];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = type("f" + i, depth + 1);
      }
      return Types.buildGroup(repetition).addFields(fields).named(name);
    }
    PrimitiveTypeName primitive =
        PrimitiveTypeName.values()[random.nextInt(PrimitiveTypeName.values().length)];
    return switch (primitive) {
      case FIXED_LEN_BYTE_ARRAY ->
          Types.primitive(primitive, repetition).length(1 + random.nextInt(20)).named(name);
      case BINARY ->
          Types.primitive(primitive, repetition)
              .as(random.nextBoolean() ? LogicalTypeAnnotation.stringType() : null)
              .named(name);
      default -> Types.primitive(primitive, repetition).named(name);
    };
  }

  List<Group> rows(MessageType schema, int count) {
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Group row = new SimpleGroup(schema);
      fill(row, schema);
      rows.add(row);
    }
    return rows;
  }

  private void fill(Group group, GroupType type) {
    for (Type field : type.getFields()) {
      int times =
          switch (field.getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextInt(2);
            case REPEATED -> random.nextInt(4);
          };
      for (int i = 0; i < times; i++) {
        if (field.isPrimitive()) {
          addValue(group, field);
        } else {
          fill(group.addGroup(field.getName()), field.asGroupType());
        }
      }
    }
  }

  private void addValue(Group group, Type field) {
    String name = field.getName();
    switch (field.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> group.add(name, random.nextBoolean());
      case INT32 -> group.add(name, random.nextInt() >> random.nextInt(32));
      case INT64 -> group.add(name, random.nextLong() >> random.nextInt(64));
      case FLOAT -> group.add(name, (float) random.nextGaussian());
      case DOUBLE -> group.add(name, random.nextGaussian());
      case INT96 -> group.add(name, bytes(12));
      case FIXED_LEN_BYTE_ARRAY -> group.add(name, bytes(field.asPrimitiveType().getTypeLength()));
      case BINARY -> group.add(name, bytes(length()));
    }
  }

  private int length() {
    return random.nextInt(50) == 0 ? 127 + random.nextInt(20_000) : random.nextInt(10);
  }

  /** Letters of a few, so that values repeat. */
  private Binary bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(2));
    }
    return Binary.fromConstantByteArray(bytes);
  }
}
