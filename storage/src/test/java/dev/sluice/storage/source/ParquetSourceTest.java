package dev.sluice.storage.source;

import static dev.sluice.storage.source.TestingRows.MAPPING;
import static dev.sluice.storage.source.TestingRows.each;
import static dev.sluice.storage.source.TestingRows.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.GZIP;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.LZ4;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.LZ4_RAW;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.SNAPPY;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.UNCOMPRESSED;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.ZSTD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of Parquet as a whole: their encodings, row groups, columns and failures. */
class ParquetSourceTest {
  @TempDir private Path directory;

  static List<TestingFile> formats() {
    List<TestingFile> formats = new ArrayList<>();
    for (CompressionCodecName codec : List.of(UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4, LZ4_RAW)) {
      for (WriterVersion version : WriterVersion.values()) {
        formats.add(new TestingFile(codec, version, true, 37));
        formats.add(new TestingFile(codec, version, false, 37));
      }
    }
    return formats;
  }

  @ParameterizedTest
  @MethodSource("formats")
  void shouldReadEveryCodecPageVersionAndEncoding(TestingFile format) throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(100);
    Path file = documents(format, rows);

    assertThat(TestingRows.read(file, MAPPING)).isEqualTo(rows);
  }

  @Test
  void shouldNumberRowsThroughAllRowGroups() throws Exception {
    Path file = documents(TestingFile.PLAIN.rowsPerGroup(3), TestingRows.documents(100));

    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThat(source.rows()).isEqualTo(100);
    assertThat(source.rowGroups()).isEqualTo(34);
    assertThat(source.rows(33)).isEqualTo(1);
    assertThat(source.firstRow(33)).isEqualTo(99);
    assertThat(each(source, 33, SourceRow::row)).containsExactly(99L);
    assertThat(each(source, 2, SourceRow::row)).containsExactly(6L, 7L, 8L);
  }

  @Test
  void shouldReportTheMemoryOfARead() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));

    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThat(source.uncompressedBytes(0)).isBetween(Files.size(file) * 8 / 10, Files.size(file));
    assertThat(source.readBytes(0))
        .isBetween(2 * source.uncompressedBytes(0), 3 * source.uncompressedBytes(0) + (1 << 18));
  }

  @Test
  void shouldReadAFileWithoutRows() throws Exception {
    Path file = documents(TestingFile.PLAIN, List.of());

    assertThat(ParquetSource.open(file, MAPPING).rows()).isZero();
    assertThat(TestingRows.read(file, MAPPING)).isEmpty();
  }

  @Test
  void shouldReachIntoStructs() throws Exception {
    Path file =
        write(
            directory,
            """
            optional group metadata { optional float finemath_scores; required binary id; }
            required group body { optional group inner { required binary text (STRING); } }
            """,
            full -> {
              full.addGroup("metadata").append("finemath_scores", 4.5f).append("id", "a");
              full.addGroup("body").addGroup("inner").append("text", "hello");
            },
            partial -> {
              partial.addGroup("metadata").append("id", "b");
              partial.addGroup("body");
            },
            empty -> empty.addGroup("body"));

    List<TestingRows.Row> rows =
        TestingRows.read(
            file,
            new ColumnMapping(
                Optional.of("metadata.id"),
                "body.inner.text",
                "metadata.finemath_scores",
                Optional.empty()));

    assertThat(rows)
        .containsExactly(
            new TestingRows.Row(
                0, Optional.of("a"), Optional.of("hello"), OptionalDouble.of(4.5), "unknown"),
            new TestingRows.Row(
                1, Optional.of("b"), Optional.empty(), OptionalDouble.empty(), "unknown"),
            new TestingRows.Row(
                2, Optional.empty(), Optional.empty(), OptionalDouble.empty(), "unknown"));
  }

  @Test
  void shouldListTheColumnsWhenARequiredOneIsMissing() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(3));
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("none"), "body", "score", Optional.of("nothing"));

    SourceFormatException thrown =
        catchThrowableOfType(SourceFormatException.class, () -> ParquetSource.open(file, mapping));

    assertThat(thrown)
        .hasMessage(file + ": " + thrown.reason())
        .hasMessageContaining("no column body; the file has: token_count (int64), ")
        .hasMessageContaining("text (binary STRING)");
    assertThat(thrown.file()).isEqualTo(file);
    assertThat(ParquetSource.columns(file)).hasSize(5).contains("score (double)");
  }

  @Test
  void shouldReadAFileWithoutTheOptionalColumns() throws Exception {
    List<TestingRows.Row> documents = TestingRows.documents(5);
    Path file = documents(TestingFile.PLAIN, documents);
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("none"), "text", "score", Optional.of("nothing"));

    List<TestingRows.Row> rows = TestingRows.read(file, mapping);

    assertThat(rows)
        .extracting(TestingRows.Row::text)
        .isEqualTo(documents.stream().map(TestingRows.Row::text).toList());
    assertThat(rows).allMatch(row -> row.id().isEmpty() && row.dump().equals("unknown"));
  }

  /** No writer here makes such a file, so that a name is replaced in one. */
  @Test
  void shouldRefuseAColumnThatIsThereTwice() throws Exception {
    Path file =
        write(
            directory,
            "required binary text; required binary texu;",
            row -> row.append("text", "a").append("texu", "b"));
    String bytes = Files.readString(file, ISO_8859_1);
    Files.writeString(file, bytes.replace("texu", "text"), ISO_8859_1);

    assertThatThrownBy(() -> ParquetSource.open(file, ColumnMapping.textAlone("text")))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("has two columns named text");
  }

  @Test
  void shouldRefuseColumnsOfAWrongTypeOrRepeated() throws Exception {
    Path file = write(directory, "repeated binary tags; required double score;");

    assertRefused(file, "tags", "column tags is repeated");
    assertRefused(file, "score", "column score cannot be the text");
  }

  private static void assertRefused(Path file, String text, String reason) {
    ColumnMapping mapping = new ColumnMapping(Optional.empty(), text, "score", Optional.empty());
    assertThatThrownBy(() -> ParquetSource.open(file, mapping))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldPassOnWhatTheConsumerThrows() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(3));
    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThatThrownBy(() -> source.read(0, row -> fail(new IllegalStateException("mine"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mine");
    assertThatThrownBy(
            () ->
                source.read(
                    0,
                    row -> {
                      throw new InterruptedException("stop");
                    }))
        .isInstanceOf(InterruptedException.class);
  }

  private static void fail(RuntimeException problem) {
    throw problem;
  }

  /** Its pages would be read by the footer of the file that was there before. */
  @Test
  void shouldNotReadAnotherFileOfTheSameLength() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));
    byte[] before = Files.readAllBytes(file);
    ParquetSource source = ParquetSource.open(file, MAPPING);
    byte[] other = before.clone();
    other[other.length - 20] ^= 1; // of the footer

    Files.write(file, other);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    assertThatThrownBy(() -> source.read(0, row -> {}))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " has changed while it was read: a different file");

    Files.write(file, before); // as when it is copied back
    Files.setLastModifiedTime(file, FileTime.fromMillis(2_000));
    assertThat(each(source, 0, SourceRow::row)).isNotEmpty();
  }

  @Test
  void shouldNotTakeAnInputOutputErrorForABrokenFile() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));
    ParquetSource source = ParquetSource.open(file, MAPPING);

    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 200));
    assertThatThrownBy(() -> source.read(0, row -> {}))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("has changed");
    Files.delete(file);
    assertThatThrownBy(() -> source.read(0, row -> {})).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ParquetSource.open(file, MAPPING))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldServeSeveralThreadsAtOnce() throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(200);
    Path file = documents(TestingFile.PLAIN, rows);
    ParquetSource source = ParquetSource.open(file, MAPPING);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Callable<List<TestingRows.Row>> read = () -> each(source, 0, TestingRows::copy);
      for (Future<List<TestingRows.Row>> each : threads.invokeAll(Collections.nCopies(6, read))) {
        assertThat(each.get()).isEqualTo(rows);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Path documents(TestingFile format, List<TestingRows.Row> rows) throws IOException {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    return format.write(
        directory.resolve("documents.parquet"), schema, TestingRows.groups(schema, rows));
  }
}
