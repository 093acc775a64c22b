package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFieldsTest {
  @TempDir private Path directory;

  /** Half of a surrogate pair is three bytes that are not UTF-8. */
  @Test
  void shouldHaveNoValueWhereAStringIsNoText() throws IOException {
    MessageType schema =
        TestingFile.schema(
            "message rows { optional binary text (STRING); optional binary id (STRING);"
                + " optional binary raw; }");
    byte[] half = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0xBD};
    Group row = TestingFile.row(schema).append("text", "b");
    row.append("id", Binary.fromConstantByteArray(half));
    row.append("raw", Binary.fromConstantByteArray(half));
    Path file = TestingFile.PLAIN.write(directory.resolve("a.parquet"), schema, List.of(row));
    TableFile table = TableFile.open(file);
    TableFields fields = new TableFields(table.schema(), "text");
    JsonText json = new JsonText("text", List.of("id", "raw"));
    byte[] object = "{\"text\":\"b\",\"id\":\"a\\ud83d\",\"raw\":\"a\\ud83d\"}".getBytes(UTF_8);

    try (RowSource rows = table.rows(table.schema(), new RowBuffers(1 << 20))) {
      assertThat(rows.next()).isTrue();
      fields.read(rows.buffer(), rows.offset(), rows.length());
      json.read(object, 0, object.length);
      for (RowFields each : List.of(fields, json)) {
        assertThat(each.value("text").map(RowFields.RowValue::text)).contains("b");
        for (String name : List.of("id", "raw")) {
          assertThat(each.value(name)).as("%s of %s", name, each).isEqualTo(Optional.empty());
          assertThat(each.valueText(name)).as("%s of %s", name, each).isEqualTo(Optional.empty());
        }
      }
    }
  }
}
