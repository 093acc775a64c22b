package dev.sluice.storage.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TestingRows;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTableTest {
  private static final TextTableFormat FORMAT =
      new TextTableFormat(List.of("source_dataset", "source_bucket"), 3);

  @TempDir private Path directory;

  @Test
  void shouldGiveBackTextsAndLabelsOfEveryRowGroup() throws Exception {
    Path file = directory.resolve("x.parquet");
    TableWriter written = write(file);

    assertThat(written.rows()).isEqualTo(3001);
    assertThat(written.bytes()).isEqualTo(Files.size(file));
    List<Optional<String>> texts = texts(file, "text");
    assertThat(texts).hasSize(3001);
    assertThat(texts.get(7)).hasValue("漢字 7");
    assertThat(texts.get(3000)).isEmpty();
    assertThat(texts(file, "source_dataset")).containsOnly(Optional.of("数据"));
    assertThat(texts(file, "source_bucket").subList(0, 3000)).containsOnly(Optional.of("4.0"));
    assertThat(texts(file, "source_bucket").get(3000)).hasValue("3.5");
  }

  @Test
  void shouldWriteTheSameBytesForTheSameRows() throws IOException {
    write(directory.resolve("a.parquet"));
    write(directory.resolve("b.parquet"));
    assertThat(directory.resolve("a.parquet"))
        .hasSameBinaryContentAs(directory.resolve("b.parquet"));
  }

  @Test
  void shouldHaveColumnsOfStrings() throws IOException {
    write(directory.resolve("x.parquet"));
    assertThat(ParquetSource.columns(directory.resolve("x.parquet")))
        .containsExactly(
            "text (binary STRING)",
            "source_dataset (binary STRING)",
            "source_bucket (binary STRING)");
  }

  @Test
  void shouldNotWriteOverAFile() throws IOException {
    Path file = Files.createFile(directory.resolve("x.parquet"));
    assertThatThrownBy(() -> write(file)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).isEmptyFile();
  }

  @Test
  void shouldLeaveNothingOfADiscardedFile() throws IOException {
    Path file = directory.resolve("x.parquet");
    TableWriter writer = new TableWriter(FORMAT.table(), file);
    writer.append(group("4.0", 10));
    writer.discard();
    writer.discard();
    assertThat(file).doesNotExist();
  }

  private static TableWriter write(Path file) throws IOException {
    TableWriter writer = new TableWriter(FORMAT.table(), file);
    writer.append(group("4.0", 3000));
    writer.append(group("2.8", 0));
    TextRowGroup last = new TextRowGroup(FORMAT, List.of("数据", "3.5"));
    last.writeNull();
    last.finish();
    writer.append(last);
    writer.complete();
    return writer;
  }

  private static TextRowGroup group(String bucket, int rows) {
    TextRowGroup group = new TextRowGroup(FORMAT, List.of("数据", bucket));
    for (int i = 0; i < rows; i++) {
      byte[] text = ("  漢字 " + i).getBytes(UTF_8);
      group.write(text, 2, text.length - 2);
    }
    group.finish();
    return group;
  }

  private static List<Optional<String>> texts(Path file, String column) throws Exception {
    ParquetSource source = ParquetSource.open(file, ColumnMapping.textAlone(column));
    List<Optional<String>> texts = new ArrayList<>();
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, row -> texts.add(TestingRows.copy(row).text()));
    }
    return texts;
  }
}
