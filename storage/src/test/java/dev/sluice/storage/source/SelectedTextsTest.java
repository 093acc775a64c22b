package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.storage.text.TextSurvey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectedTextsTest {
  private static final MessageType SCHEMA = TestingFile.schema(TestingFile.DOCUMENTS);

  private static final int MAX_BYTES = 16 << 20;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"PARQUET_1_0,false", "PARQUET_1_0,true", "PARQUET_2_0,false", "PARQUET_2_0,true"})
  void shouldReadAnyChosenRows(WriterVersion version, boolean dictionary) throws IOException {
    List<TestingRows.Row> rows = TestingRows.documents(300);
    TextFile file =
        write(new TestingFile(CompressionCodecName.ZSTD, version, dictionary, 97), rows);
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 40; round++) {
      int one = 1 + random.nextInt(1 << random.nextInt(9));
      try (ChosenTexts texts = ChosenTexts.open(file, "text", MAX_BYTES)) {
        for (TestingRows.Row row : rows) {
          if (random.nextInt(one) == 0) {
            assertThat(texts.goTo(row.number())).isEmpty();
            assertThat(text(texts)).isEqualTo(row.text());
          }
        }
      }
    }
  }

  @Test
  void shouldNotReadPagesWithoutAChosenRow() throws IOException {
    List<TestingRows.Row> rows = TestingRows.documents(200);
    TextFile file = write(TestingFile.PLAIN, rows);
    byte[] bytes = Files.readAllBytes(file.path());
    byte[] text = rows.get(62).text().orElseThrow().getBytes(UTF_8);
    bytes[indexOf(bytes, text)] ^= 1; // its page's checksum does not match any more
    Files.write(file.path(), bytes);

    try (ChosenTexts texts = ChosenTexts.open(file, "text", MAX_BYTES)) {
      texts.goTo(3);
      texts.goTo(190);
      assertThat(text(texts)).isEqualTo(rows.get(190).text());
    }
    try (ChosenTexts texts = ChosenTexts.open(file, "text", MAX_BYTES)) {
      assertThatThrownBy(() -> texts.goTo(61))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("row group 0: row 61: a page has the checksum");
    }
  }

  @Test
  void shouldRejectAChosenTextThatIsTooLong() throws IOException {
    TextFile file = write(TestingFile.PLAIN, TestingRows.documents(20));
    try (ChosenTexts texts = ChosenTexts.open(file, "text", 3)) {
      assertThat(texts.goTo(6).orElseThrow())
          .startsWith("row 6: the text has ")
          .endsWith(" bytes; at most 3 are allowed");
    }
  }

  @Test
  void shouldRefuseToGoBack() throws IOException {
    TextFile file = write(TestingFile.PLAIN, TestingRows.documents(20));
    try (ChosenTexts texts = ChosenTexts.open(file, "text", MAX_BYTES)) {
      texts.goTo(5);
      assertThatThrownBy(() -> texts.goTo(5)).hasMessage("row 5 must be from 6 to 19");
      assertThatThrownBy(() -> texts.goTo(20)).hasMessage("row 20 must be from 6 to 19");
    }
  }

  @Test
  void shouldSurveyByTheFooter() throws IOException {
    TextFile file = write(TestingFile.PLAIN.rowsPerGroup(70), TestingRows.documents(200));
    TextSurvey survey = TextSurvey.of(file, "text", MAX_BYTES);
    assertThat(survey.rows()).isEqualTo(200);
    assertThat(survey.textBytes()).isBetween(100_000L, Files.size(file.path()));
  }

  private TextFile write(TestingFile how, List<TestingRows.Row> rows) throws IOException {
    Path file = directory.resolve("x.parquet");
    how.write(file, SCHEMA, TestingRows.groups(SCHEMA, rows));
    return new TextFile(file, "x.parquet", TextFormat.PARQUET, Files.size(file));
  }

  private static Optional<String> text(ChosenTexts texts) {
    return texts.text().map(text -> UTF_8.decode(text).toString());
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    int at = 0;
    while (!Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
      at++;
    }
    return at;
  }
}
