package dev.sluice.storage.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordRowsTest {
  private static final int ROWS = 500;
  private static final MessageType SCHEMA =
      TestingFile.schema("message m { required binary text; optional int64 n; }");

  @TempDir private Path directory;
  private TableFile file;

  @BeforeEach
  void write() throws IOException {
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Group row = TestingFile.row(SCHEMA);
      row.add("text", i == 123 ? "x".repeat(2000) : "text " + i);
      row.add("n", (long) i);
      rows.add(row);
    }
    Path path = directory.resolve("a.parquet");
    file = TableFile.open(TestingFile.PLAIN.rowsPerGroup(40).write(path, SCHEMA, rows));
  }

  private RowSource rows() {
    return file.rows(file.schema(), new RowBuffers(1000));
  }

  @Test
  void shouldGiveTheRowsOfAllRowGroups() throws IOException {
    List<byte[]> records = TestingTables.records(file.file(), file.schema());
    try (RowSource rows = rows()) {
      for (int row = 0; row < ROWS; row++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.row()).isEqualTo(row);
        assertThat(rows.line()).isZero();
        assertThat(rows.size()).isEqualTo(records.get(row).length);
        if (row == 123) {
          assertThat(rows.problem())
              .contains(
                  new RowProblem(
                      "too_large", "the row has 2,011 bytes; at most 1,000 are allowed"));
        } else {
          assertThat(rows.problem()).isEmpty();
          assertThat(bytes(rows)).isEqualTo(records.get(row));
        }
      }
      assertThat(rows.next()).isFalse();
      assertThat(rows.next()).isFalse();
      assertThat(rows.bytesRead()).isEqualTo(Files.size(file.file()));
    }
  }

  private static byte[] bytes(RowSource rows) {
    return Arrays.copyOfRange(rows.buffer(), rows.offset(), rows.offset() + rows.length());
  }

  @Test
  void shouldGoToLaterRows() throws IOException {
    List<byte[]> records = TestingTables.records(file.file(), file.schema());
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 50; round++) {
      try (RowSource rows = rows()) {
        int wanted = 0;
        while (wanted < ROWS) {
          wanted += random.nextInt(1 << random.nextInt(8));
          rows.skipTo(wanted);
          assertThat(rows.next()).isEqualTo(wanted < ROWS);
          if (wanted < ROWS) {
            assertThat(rows.row()).isEqualTo(wanted);
            assertThat(rows.size()).isEqualTo(records.get(wanted).length);
          }
          wanted++;
        }
      }
    }
  }

  @Test
  void shouldGiveTheRowsOfOneRowGroup() throws IOException {
    try (RowSource rows = file.rows(2, file.schema(), new RowBuffers(1000))) {
      for (int row = 80; row < 120; row++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.row()).isEqualTo(row);
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void shouldReadNoOtherColumnsThanItIsAskedFor() throws IOException {
    TableSchema text = file.schema().only(Set.of("text"));
    RecordReader record = new RecordReader(text);
    try (RowSource rows = file.rows(text, new RowBuffers(1000))) {
      rows.skipTo(400);
      assertThat(rows.next()).isTrue();
      record.set(rows.buffer(), rows.offset(), rows.length());
      assertThat(new String(record.bytes(), record.valueOffset(0), record.valueLength(0), UTF_8))
          .isEqualTo("text 400");
    }
  }
}
