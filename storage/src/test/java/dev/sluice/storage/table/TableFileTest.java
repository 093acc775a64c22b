package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.testing.BrokenParquet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class TableFileTest {
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.ZSTD,
          CompressionCodecName.GZIP,
          CompressionCodecName.LZ4,
          CompressionCodecName.LZ4_RAW);

  @TempDir private Path directory;

  @Test
  void shouldSkipRowsOfRandomTables() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      RandomTable tables = new RandomTable(random);
      MessageType message = tables.schema();
      TestingFile form =
          new TestingFile(
              CompressionCodecName.ZSTD,
              WriterVersion.values()[random.nextInt(2)],
              random.nextBoolean(),
              200);
      Path in = form.write(directory.resolve("skip" + seed), message, tables.rows(message, 100));
      TableFile file = TableFile.open(in);
      List<byte[]> records = TestingTables.records(in, file.schema());

      try (RecordRows rows = file.rows(0, file.schema(), new RowBuffers(RecordBuffer.MAX_BYTES))) {
        int next = random.nextInt(5);
        rows.skipTo(next);
        while (rows.next()) {
          assertThat(rows.row()).isEqualTo(next);
          assertThat(Arrays.copyOf(rows.buffer(), rows.length())).isEqualTo(records.get(next));
          int skipped = random.nextInt(8);
          rows.skipTo(rows.row() + 1 + skipped);
          next += 1 + skipped;
        }
      }
    }
  }

  @Test
  void shouldReadNarrowNumbersAsWideOnes() throws Exception {
    MessageType narrow = TestingFile.schema("message m { required int32 a; optional float b; }");
    MessageType wide = TestingFile.schema("message m { optional double b; optional int64 a; }");
    Path in =
        TestingFile.PLAIN.write(
            directory.resolve("narrow"),
            narrow,
            List.of(
                TestingFile.row(narrow).append("a", -7).append("b", 0.1f),
                TestingFile.row(narrow).append("a", Integer.MAX_VALUE)));
    Path same =
        TestingFile.PLAIN.write(
            directory.resolve("wide"),
            wide,
            List.of(
                TestingFile.row(wide).append("b", (double) 0.1f).append("a", -7L),
                TestingFile.row(wide).append("a", (long) Integer.MAX_VALUE)));

    TableSchema schema = TableFile.open(same).schema();
    assertThat(TestingTables.records(in, schema))
        .containsExactlyElementsOf(TestingTables.records(same, schema));
  }

  @Test
  void shouldGiveBackEveryRowOfRandomTables() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      RandomTable tables = new RandomTable(random);
      MessageType message = tables.schema();
      TestingFile form =
          new TestingFile(
              CODECS.get(seed % CODECS.size()),
              WriterVersion.values()[random.nextInt(2)],
              random.nextBoolean(),
              1 + random.nextInt(40),
              random.nextBoolean());
      Path in = form.write(directory.resolve("in" + seed), message, tables.rows(message, 100));
      TableFile file = TableFile.open(in);
      TableSchema schema = TableSchema.same(List.of(TableSchema.FileSchema.of(file)));
      TableFormat format = TableFormat.of(schema, file);
      List<byte[]> records = TestingTables.records(in, schema);
      Path out = TestingTables.write(format, directory.resolve("out" + seed), records, 37);

      assertThat(file.rows()).isEqualTo(100);
      assertThat(TestingTables.rows(out))
          .as("seed %d, %s, %s", seed, form, message)
          .isEqualTo(TestingTables.rows(in));
      assertThat(TestingTables.records(out, schema))
          .as("records of what records became")
          .usingElementComparator(Arrays::compare)
          .isEqualTo(records);
    }
  }

  @Test
  void shouldReadValuesAndTextsLargerThanABuffer() throws Exception {
    MessageType message = TestingFile.schema("message m { required binary text (STRING); }");
    List<Group> rows = new ArrayList<>();
    for (int bytes : new int[] {0, 3_000_000, 1, 127, 128, 16383, 16384}) {
      Group row = TestingFile.row(message);
      row.add("text", "x".repeat(bytes));
      rows.add(row);
    }
    Path in = TestingFile.PLAIN.write(directory.resolve("in"), message, rows);
    TableSchema schema = new TableSchema(message);
    List<byte[]> records = TestingTables.records(in, schema);
    Path out = TestingTables.write(TableFormat.of(schema), directory.resolve("out"), records, 9);

    assertThat(records).extracting(record -> record.length).contains(3_000_000 + 4, 1, 2, 130);
    assertThat(TestingTables.rows(out)).isEqualTo(TestingTables.rows(in));
  }

  @Test
  void shouldNameARowThatIsTooLargeAndContinueAfterIt() throws Exception {
    MessageType message =
        TestingFile.schema("message m { required binary text; repeated int64 n; }");
    List<Group> rows = new ArrayList<>();
    for (int bytes : new int[] {10, 5000, 10}) {
      Group row = TestingFile.row(message);
      row.add("text", "x".repeat(bytes));
      row.add("n", 7L);
      rows.add(row);
    }
    TableFile file =
        TableFile.open(TestingFile.PLAIN.write(directory.resolve("in"), message, rows));
    try (RecordRows read = file.rows(0, file.schema(), new RowBuffers(1000))) {
      assertThat(read.next()).isTrue();
      assertThatThrownBy(() -> read.read(1))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("row 1: the row has 5,016 bytes; at most 1,000 are allowed");
      assertThat(read.next()).isTrue();
      assertThat(read.row()).isEqualTo(2);
      assertThat(read.next()).isFalse();
    }
  }

  @Test
  void shouldReadOneFileInSeveralThreads() throws Exception {
    RandomTable tables = new RandomTable(new Random(5));
    MessageType message = tables.schema();
    TestingFile form =
        new TestingFile(CompressionCodecName.ZSTD, WriterVersion.PARQUET_1_0, true, 50);
    Path in = form.write(directory.resolve("in"), message, tables.rows(message, 400));
    TableFile file = TableFile.open(in);
    List<byte[]> expected = TestingTables.records(in, file.schema());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<List<byte[]>>> reads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      reads.add(threads.submit(() -> TestingTables.records(in, file.schema())));
    }
    for (Future<List<byte[]>> read : reads) {
      assertThat(read.get()).usingElementComparator(Arrays::compare).isEqualTo(expected);
    }
    threads.shutdownNow();
  }

  @Test
  void shouldReportTheMemoryOfPages() throws Exception {
    MessageType message = TestingFile.schema(TestingFile.DOCUMENTS);
    List<Group> rows = TestingRows.groups(message, TestingRows.documents(50));
    TableFile file =
        TableFile.open(TestingFile.PLAIN.write(directory.resolve("in"), message, rows));

    assertThat(file.rows(0)).isEqualTo(50);
    assertThat(file.uncompressedBytes()).isBetween(15_000L, 30_000L);
    assertThat(file.pageBytes(0)).isBetween(5_000L, 2 * file.uncompressedBytes());
  }

  @Test
  void shouldTakeDictionariesWhereTheFirstFileKeepsThem() throws Exception {
    MessageType message = TestingFile.schema("message m { required binary a; required int32 b; }");
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      Group row = TestingFile.row(message);
      row.add("a", "x".repeat(i % 3));
      row.add("b", i);
      rows.add(row);
    }
    TestingFile form =
        new TestingFile(CompressionCodecName.ZSTD, WriterVersion.PARQUET_1_0, true, 5000);
    TableFile file = TableFile.open(form.write(directory.resolve("in"), message, rows));
    assertThat(file.dictionaryColumns()).containsExactly("a");

    TableFormat format = TableFormat.of(file.schema(), file);
    List<byte[]> records = TestingTables.records(file.file(), file.schema());
    Path out = TestingTables.write(format, directory.resolve("out"), records, 5000);
    assertThat(TableFile.open(out).dictionaryColumns()).containsExactly("a");
    assertThat(TestingTables.rows(out)).isEqualTo(TestingTables.rows(file.file()));
  }

  @Test
  void shouldEndBrokenFilesInRowsOrOneTypedError() throws Exception {
    int refused = 0;
    int read = 0;
    for (Path path : BrokenParquet.writeAll(directory)) {
      try {
        TableFile file = TableFile.open(path);
        assertThat(TestingTables.records(path, file.schema())).hasSize((int) file.rows());
        read++;
      } catch (SourceFormatException e) {
        assertThat(e.reason()).isNotBlank();
        assertThat(e).hasMessageContaining(path.toString());
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(4);
    assertThat(read).isPositive();
  }

  @Test
  void shouldEndMutationsInRowsOrOneTypedError() throws Exception {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      RandomTable tables = new RandomTable(random);
      MessageType message = tables.schema();
      TestingFile form =
          new TestingFile(
              CODECS.get(seed % CODECS.size()),
              WriterVersion.values()[random.nextInt(2)],
              random.nextBoolean(),
              30,
              false);
      Path in = form.write(directory.resolve("mutated"), message, tables.rows(message, 40));
      byte[] bytes = Files.readAllBytes(in);
      for (int i = 0; i < 2; i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Files.write(in, bytes);
      assertRowsOrTypedError(in, seed);
    }
  }

  private void assertRowsOrTypedError(Path in, int seed) throws IOException {
    try {
      TableFile file = TableFile.open(in);
      for (int group = 0; group < file.rowGroups(); group++) {
        assertThat(file.pageBytes(group)).isPositive();
      }
      List<byte[]> records = TestingTables.records(in, file.schema());
      assertThat(records).as("seed %d", seed).hasSize((int) file.rows());
      TestingTables.pack(TableFormat.of(file.schema()), records);
    } catch (SourceFormatException e) {
      assertThat(e.reason()).isNotBlank();
    }
  }
}
