package dev.sluice.storage.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.sluice.storage.table.RecordReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Writes a column, or a group of columns, as JSON. Before a write, each of its leaf columns is at a
 * triple; afterwards, each is past the triples written. The levels of the first leaf determine
 * which values exist, as in Dremel.
 */
final class JsonWriterNode {
  private final SerializedString name;
  private final Form form;
  private final boolean repeated;
  private final int repetition;
  private final int definition;
  private final int firstLeaf;
  private final int endLeaf;
  private final List<JsonWriterNode> children;
  private final JsonValues.Writer value;

  /** The form of a column in JSON. */
  private enum Form {
    VALUE,
    OBJECT,
    /** An array. Its elements are those of its only child, which is repeated. */
    LIST,
    /** An object. Its only child has a name as its first child and a value as its second. */
    MAP
  }

  /** The position of a node among levels and leaves, while the tree is built. */
  private static final class Place {
    private int repetition;
    private int definition;
    private int leaf;
  }

  private JsonWriterNode(Type type, Place place) {
    this.name = new SerializedString(type.getName());
    this.repeated = type.isRepetition(Repetition.REPEATED);
    place.repetition += repeated ? 1 : 0;
    place.definition += type.isRepetition(Repetition.REQUIRED) ? 0 : 1;
    this.repetition = place.repetition;
    this.definition = place.definition;
    this.firstLeaf = place.leaf;
    this.form = form(type);
    this.value = type.isPrimitive() ? JsonValues.of(type.asPrimitiveType()) : JsonValues.NONE;
    this.children = type.isPrimitive() ? List.of() : children(type.asGroupType(), place);
    place.leaf += type.isPrimitive() ? 1 : 0;
    this.endLeaf = place.leaf;
    place.repetition -= repeated ? 1 : 0;
    place.definition -= type.isRepetition(Repetition.REQUIRED) ? 0 : 1;
  }

  /** Returns the top-level columns of a schema. */
  static List<JsonWriterNode> of(MessageType schema) {
    return children(schema, new Place());
  }

  private static List<JsonWriterNode> children(GroupType group, Place place) {
    List<JsonWriterNode> nodes = new ArrayList<>();
    for (Type field : group.getFields()) {
      nodes.add(new JsonWriterNode(field, place));
    }
    return List.copyOf(nodes);
  }

  private static Form form(Type type) {
    if (type.isPrimitive()) {
      return Form.VALUE;
    }
    GroupType group = type.asGroupType();
    boolean wraps =
        group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED);
    if (wraps && type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
      return Form.LIST;
    }
    boolean map =
        type.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
            || type.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation;
    if (wraps && map) {
      return hasNames(group.getType(0)) ? Form.MAP : Form.LIST;
    }
    return Form.OBJECT;
  }

  private static boolean hasNames(Type entry) {
    if (entry.isPrimitive() || entry.asGroupType().getFieldCount() != 2) {
      return false;
    }
    Type key = entry.asGroupType().getType(0);
    return key.isRepetition(Repetition.REQUIRED)
        && (key.getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation
            || key.getLogicalTypeAnnotation() instanceof EnumLogicalTypeAnnotation);
  }

  /** Writes the column as a field of an object. */
  void writeField(JsonGenerator json, RecordReader reader, JsonValues values) throws IOException {
    json.writeFieldName(name);
    write(json, reader, values);
  }

  private void write(JsonGenerator json, RecordReader reader, JsonValues values)
      throws IOException {
    if (repeated) {
      json.writeStartArray();
      writeEach(reader, () -> writeOne(json, reader, values));
      json.writeEndArray();
    } else if (isPresent(reader)) {
      writeOne(json, reader, values);
    } else {
      passOver(reader);
      json.writeNull();
    }
  }

  private boolean isPresent(RecordReader reader) {
    return reader.definition(firstLeaf) >= definition;
  }

  private void passOver(RecordReader reader) {
    for (int leaf = firstLeaf; leaf < endLeaf; leaf++) {
      reader.advance(leaf);
    }
  }

  /** Writes an element. */
  @FunctionalInterface
  private interface Element {
    void write() throws IOException;
  }

  private void writeEach(RecordReader reader, Element element) throws IOException {
    if (!isPresent(reader)) {
      passOver(reader);
      return;
    }
    do {
      element.write();
    } while (reader.repetition(firstLeaf) == repetition);
  }

  private void writeOne(JsonGenerator json, RecordReader reader, JsonValues values)
      throws IOException {
    switch (form) {
      case VALUE -> {
        if (reader.isPresent(firstLeaf)) {
          value.write(values, firstLeaf);
        } else {
          json.writeNull();
        }
        reader.advance(firstLeaf);
      }
      case OBJECT -> {
        json.writeStartObject();
        for (JsonWriterNode child : children) {
          child.writeField(json, reader, values);
        }
        json.writeEndObject();
      }
      case LIST -> {
        JsonWriterNode entries = children.get(0);
        json.writeStartArray();
        entries.writeEach(reader, () -> entries.writeElement(json, reader, values));
        json.writeEndArray();
      }
      case MAP -> {
        JsonWriterNode entries = children.get(0);
        json.writeStartObject();
        entries.writeEach(reader, () -> entries.writeEntry(json, reader, values));
        json.writeEndObject();
      }
    }
  }

  /**
   * Writes an element of a list: the only field of the repeated group, or the repeated field
   * itself, by Parquet's rules for lists of older writers.
   */
  private void writeElement(JsonGenerator json, RecordReader reader, JsonValues values)
      throws IOException {
    boolean wrapper =
        form != Form.VALUE
            && children.size() == 1
            && !name.getValue().equals("array")
            && !name.getValue().endsWith("_tuple");
    if (wrapper) {
      children.get(0).write(json, reader, values);
    } else {
      writeOne(json, reader, values);
    }
  }

  private void writeEntry(JsonGenerator json, RecordReader reader, JsonValues values)
      throws IOException {
    JsonWriterNode key = children.get(0);
    values.writeName(key.firstLeaf);
    reader.advance(key.firstLeaf);
    children.get(1).write(json, reader, values);
  }
}
