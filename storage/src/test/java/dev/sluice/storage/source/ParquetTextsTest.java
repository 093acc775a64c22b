package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.testing.BrokenParquet;
import dev.sluice.storage.testing.Corpus;
import dev.sluice.storage.text.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts read from Parquet. */
class ParquetTextsTest {
  private static final MessageType NESTED =
      TestingFile.schema(
          """
          message documents {
            optional int64 id;
            optional group body { optional binary content (STRING); }
          }
          """);

  @TempDir private Path directory;

  private Path nested(byte[]... texts) throws IOException {
    List<Group> rows = new ArrayList<>();
    for (byte[] text : texts) {
      Group row = TestingFile.row(NESTED);
      row.add("id", 1L);
      if (text.length > 0) {
        row.addGroup("body").add("content", Binary.fromConstantByteArray(text));
      }
      rows.add(row);
    }
    return TestingFile.PLAIN.rowsPerGroup(2).write(directory.resolve("x.parquet"), NESTED, rows);
  }

  @Test
  void shouldReadOnlyTheTextOfEveryRowOverRowGroups() throws IOException {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    List<TestingRows.Row> rows = TestingRows.documents(100);
    Path file =
        TestingFile.PLAIN
            .rowsPerGroup(30)
            .write(directory.resolve("x.parquet"), schema, TestingRows.groups(schema, rows));

    Texts read = Texts.of(file);

    assertThat(read.rows()).isEqualTo(rows.stream().map(TestingRows.Row::number).toList());
    assertThat(read.texts())
        .isEqualTo(rows.stream().map(row -> row.text().orElse(Texts.NULL)).toList());
    assertThat(read.rejections()).isEmpty();
  }

  @Test
  void shouldReachIntoStructsAndRejectWhatIsNoTextOrTooLong() throws IOException {
    Path file =
        nested(
            "a".getBytes(UTF_8),
            new byte[] {'x', (byte) 0xFF},
            new byte[0],
            "long".getBytes(UTF_8),
            "b".getBytes(UTF_8));

    Texts read = Texts.of(file, "body.content", 3);

    assertThat(read.rows()).containsExactly(0L, 2L, 4L);
    assertThat(read.rejections())
        .containsExactly(
            "row 1: the text is not UTF-8", "row 3: the text has 4 bytes; at most 3 are allowed");
  }

  @Test
  void shouldNameTheColumnsThereAre() throws IOException {
    Path file = nested("a".getBytes(UTF_8));

    assertThatThrownBy(() -> Texts.of(file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(
            "no column text; the file has: id (int64), body.content (binary STRING)");
  }

  @Test
  void shouldRefuseColumnsThatAreNoText() throws IOException {
    MessageType schema =
        TestingFile.schema("message m { optional int64 id; repeated binary tags (STRING); }");
    Path file =
        TestingFile.PLAIN.write(
            directory.resolve("x.parquet"), schema, List.of(TestingFile.row(schema)));

    assertThatThrownBy(() -> Texts.of(file, "id"))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("column id cannot be the text");
    assertThatThrownBy(() -> Texts.of(file, "tags"))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("column tags is repeated");
  }

  @Test
  @Tag(Corpus.TAG)
  void shouldReadRealDocuments() throws IOException {
    long rows = 0;
    for (Path file : Corpus.files()) {
      Texts read = Texts.of(file);
      assertThat(read.texts()).doesNotContain("", Texts.NULL);
      assertThat(read.rejections()).isEmpty();
      rows += read.rows().size();
    }
    assertThat(rows).isEqualTo(2000);
  }

  @Test
  void shouldEndBrokenFilesInATypedError() throws IOException {
    for (Path file : BrokenParquet.writeAll(directory)) {
      List<String> columns;
      try {
        columns = ParquetSource.columns(file);
      } catch (SourceFormatException e) {
        continue;
      }
      for (String column : columns) {
        readAll(file, column.substring(0, column.indexOf(' ')));
      }
    }
  }

  private static void readAll(Path file, String column) throws IOException {
    try {
      assertThat(Texts.of(file, column).rows()).allMatch(row -> row >= 0);
    } catch (SourceFormatException e) {
      assertThat(e).hasMessageContaining(file.toString());
    }
  }
}
