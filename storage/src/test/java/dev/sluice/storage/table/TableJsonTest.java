package dev.sluice.storage.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.storage.json.RecordJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void shouldWriteGroupsListsAndMapsAsJsonHasThem() throws Exception {
    MessageType schema =
        TestingFile.schema(
            """
            message m {
              required binary id (STRING);
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
              optional group old (LIST) { repeated int32 array; }
              optional group pairs (LIST) { repeated group pair { required int32 a; optional int32 b; } }
              optional group counts (MAP) {
                repeated group key_value { required binary key (STRING); optional int64 value; }
              }
              optional group numbered (MAP) {
                repeated group key_value { required int32 key; optional binary value (STRING); }
              }
              repeated int32 more;
              optional group meta { optional binary url (STRING); required group in { required int32 x; } }
            }
            """);
    Group full = TestingFile.row(schema);
    full.add("id", "a\"\n漢");
    Group tags = full.addGroup("tags");
    tags.addGroup("list").add("element", "x");
    tags.addGroup("list");
    full.addGroup("old").add("array", 7);
    Group pair = full.addGroup("pairs").addGroup("pair");
    pair.add("a", 1);
    Group counts = full.addGroup("counts");
    Group first = counts.addGroup("key_value");
    first.add("key", "k\"1");
    first.add("value", 5L);
    counts.addGroup("key_value").add("key", "k2");
    Group numbered = full.addGroup("numbered").addGroup("key_value");
    numbered.add("key", 3);
    numbered.add("value", "three");
    full.add("more", 1);
    full.add("more", 2);
    full.addGroup("meta").addGroup("in").add("x", 9);
    Group empty = TestingFile.row(schema);
    empty.add("id", "");
    empty.addGroup("tags");
    empty.addGroup("counts");

    assertThat(json(schema, List.of(full, empty)))
        .containsExactly(
            "{\"id\":\"a\\\"\\n"
                + "漢\",\"tags\":[\"x\",null],\"old\":[7],\"pairs\":[{\"a\":1,\"b\":null}],"
                + "\"counts\":{\"k\\\"1\":5,\"k2\":null},\"numbered\":[{\"key\":3,\"value\":\"three\"}],"
                + "\"more\":[1,2],\"meta\":{\"url\":null,\"in\":{\"x\":9}}}",
            "{\"id\":\"\",\"tags\":[],\"old\":null,\"pairs\":null,\"counts\":{},\"numbered\":null,"
                + "\"more\":[],\"meta\":null}");
  }

  @Test
  void shouldWriteValuesAsTheirTypesMeanThem() throws Exception {
    assertValue("required int32 v (INTEGER(32,false))", "4294967295", row -> row.add("v", -1));
    assertValue(
        "required int64 v (INTEGER(64,false))", "18446744073709551615", row -> row.add("v", -1L));
    assertValue("required int32 v (DECIMAL(9,2))", "-0.05", row -> row.add("v", -5));
    assertValue("required int64 v (DECIMAL(18,0))", "5", row -> row.add("v", 5L));
    assertValue("required binary v (DECIMAL(30,3))", "1.234", row -> row.add("v", binary(4, 0xD2)));
    assertValue("required int32 v (DATE)", "\"2024-02-29\"", row -> row.add("v", 19782));
    assertValue(
        "required int32 v (TIME(MILLIS,true))", "\"01:00:00Z\"", row -> row.add("v", 3_600_000));
    assertValue(
        "required int64 v (TIME(MICROS,false))", "\"00:00:00.000001\"", row -> row.add("v", 1L));
    assertValue("required int64 v (TIME(MICROS,false))", "\"-1\"", row -> row.add("v", -1L));
    assertValue(
        "required int64 v (TIMESTAMP(MILLIS,true))",
        "\"1969-12-31T23:59:59.999Z\"",
        row -> row.add("v", -1L));
    assertValue(
        "required int64 v (TIMESTAMP(NANOS,false))",
        "\"1970-01-01T00:00:00.000000001\"",
        row -> row.add("v", 1L));
    assertValue(
        "required int96 v", "\"1970-01-02T00:00:00.000000005\"", row -> row.add("v", int96()));
    assertValue("required float v", "0.1", row -> row.add("v", 0.1f));
    assertValue("required float v", "null", row -> row.add("v", Float.NaN));
    assertValue("required double v", "0.002", row -> row.add("v", 2e-3));
    assertValue("required double v", "null", row -> row.add("v", Double.POSITIVE_INFINITY));
    assertValue(
        "required fixed_len_byte_array(2) v (FLOAT16)",
        "1.5",
        row -> row.add("v", binary(0, 0x3E)));
    assertValue("required boolean v", "true", row -> row.add("v", true));
    assertValue("required binary v", "\"AAH/\"", row -> row.add("v", binary(0, 1, 255)));
    assertValue("required binary v (ENUM)", "\"E\"", row -> row.add("v", "E"));
    assertValue(
        "required fixed_len_byte_array(16) v (UUID)",
        "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"",
        row -> row.add("v", binary(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)));
    assertValue(
        "required fixed_len_byte_array(12) v (INTERVAL)",
        "{\"months\":1,\"days\":2,\"millis\":3}",
        row -> row.add("v", binary(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0)));
  }

  @Test
  void shouldTakeJsonForWhatItSays() throws Exception {
    assertValue(
        "required binary v (JSON)",
        "{\"a\": 1.50, \"b\":[ ]}",
        row -> row.add("v", "{\"a\": 1.50,\n\"b\":[\r]}"));
    assertValue("required binary v (JSON)", "\"{\\\"a\\\"\"", row -> row.add("v", "{\"a\""));
    assertValue("required binary v (JSON)", "\"1 2\"", row -> row.add("v", "1 2"));
    assertValue("required binary v (JSON)", "\"\"", row -> row.add("v", ""));
  }

  @Test
  void shouldReplaceWhatIsNotUtf8AndCountIt() throws Exception {
    MessageType schema = TestingFile.schema("message m { required binary v (STRING); }");
    Group row = TestingFile.row(schema);
    row.add("v", binary('a', 0xFF));
    Path file = TestingFile.PLAIN.write(directory.resolve("x"), schema, List.of(row));
    TableSchema table = TableFile.open(file).schema();
    RecordJson json = new RecordJson(table);
    byte[] record = TestingTables.records(file, table).get(0);
    json.write(record, 0, record.length);

    assertThat(text(json)).isEqualTo("{\"v\":\"a\uFFFD\"}");
    assertThat(json.replaced()).isEqualTo(1);
  }

  @Test
  void shouldWriteRandomTablesAsTheirGroupsAre() throws Exception {
    for (int seed = 0; seed < 40; seed++) {
      RandomTable tables = new RandomTable(new Random(seed));
      MessageType schema = tables.schema();
      List<Group> rows = tables.rows(schema, 20);
      List<String> lines = json(schema, rows);
      for (int i = 0; i < rows.size(); i++) {
        JsonNode expected = numbersAsText(object(rows.get(i), schema));
        assertThat(numbersAsText(JSON.readTree(lines.get(i))))
            .as("seed %d, row %d, %s", seed, i, schema)
            .isEqualTo(expected);
      }
    }
  }

  /** The same in the plainest way. */
  private static ObjectNode object(Group group, GroupType type) {
    ObjectNode object = JSON.createObjectNode();
    for (Type field : type.getFields()) {
      int times = group.getFieldRepetitionCount(field.getName());
      if (field.isRepetition(Repetition.REPEATED)) {
        ArrayNode array = object.putArray(field.getName());
        for (int i = 0; i < times; i++) {
          array.add(node(group, field, i));
        }
      } else if (times == 0) {
        object.putNull(field.getName());
      } else {
        object.set(field.getName(), node(group, field, 0));
      }
    }
    return object;
  }

  private static JsonNode node(Group group, Type field, int index) {
    String name = field.getName();
    if (!field.isPrimitive()) {
      return object(group.getGroup(name, index), field.asGroupType());
    }
    return switch (field.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> JSON.getNodeFactory().booleanNode(group.getBoolean(name, index));
      case INT32 -> JSON.getNodeFactory().textNode("" + group.getInteger(name, index));
      case INT64 -> JSON.getNodeFactory().textNode("" + group.getLong(name, index));
      case DOUBLE -> JSON.getNodeFactory().textNode("" + group.getDouble(name, index));
      case FLOAT ->
          JSON.getNodeFactory().textNode("" + Double.parseDouble("" + group.getFloat(name, index)));
      case INT96 -> JSON.getNodeFactory().textNode(moment(group.getInt96(name, index)));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> {
        Binary value = group.getBinary(name, index);
        boolean text =
            field.getLogicalTypeAnnotation()
                instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation;
        yield text
            ? JSON.getNodeFactory().textNode(value.toStringUsingUTF8())
            : JSON.getNodeFactory().textNode(Base64.getEncoder().encodeToString(value.getBytes()));
      }
    };
  }

  private static JsonNode numbersAsText(JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = JSON.createObjectNode();
      node.properties().forEach(f -> object.set(f.getKey(), numbersAsText(f.getValue())));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JSON.createArrayNode();
      node.forEach(element -> array.add(numbersAsText(element)));
      return array;
    }
    return node.isNumber() ? JSON.getNodeFactory().textNode(node.asText()) : node;
  }

  private static String moment(Binary int96) {
    ByteBuffer bytes = int96.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    long nanos = bytes.getLong();
    LocalDateTime day = LocalDate.EPOCH.plusDays(bytes.getInt() - 2_440_588).atStartOfDay();
    return day.plusNanos(nanos).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  /** Makes a row of one column. */
  @FunctionalInterface
  private interface Filling {
    void fill(Group row);
  }

  private void assertValue(String column, String expected, Filling filling) throws Exception {
    MessageType schema = TestingFile.schema("message m { " + column + "; }");
    Group row = TestingFile.row(schema);
    filling.fill(row);
    assertThat(json(schema, List.of(row))).containsExactly("{\"v\":" + expected + "}");
  }

  private static Binary binary(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return Binary.fromConstantByteArray(array);
  }

  private static Binary int96() {
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    return Binary.fromConstantByteArray(bytes.putLong(5).putInt(2_440_589).array());
  }

  private List<String> json(MessageType schema, List<Group> rows) throws Exception {
    TestingFile form = TestingFile.PLAIN.rowsPerGroup(7);
    Path file = form.write(directory.resolve("x.parquet"), schema, rows);
    TableSchema table = TableFile.open(file).schema();
    RecordJson json = new RecordJson(table);
    List<String> lines = new ArrayList<>();
    for (byte[] record : TestingTables.records(file, table)) {
      json.write(record, 0, record.length);
      lines.add(text(json));
    }
    return lines;
  }

  private static String text(RecordJson json) {
    return new String(json.buffer(), 0, json.length(), UTF_8);
  }
}
