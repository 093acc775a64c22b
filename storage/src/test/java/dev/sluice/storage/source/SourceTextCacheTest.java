package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.SourceTextCache.RowGroupTexts;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.table.TestingTables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceTextCacheTest {
  private static final MessageType SCHEMA = TestingFile.schema(TestingFile.DOCUMENTS);
  private static final int ROWS = 300;
  private static final int GROUP_ROWS = 97;
  private static final long PLENTY = 64 << 20;

  @TempDir private Path directory;
  private final List<TestingRows.Row> rows = TestingRows.documents(ROWS);

  private ParquetSource write(TestingFile how) throws IOException {
    Path file = directory.resolve("x.parquet");
    how.write(file, SCHEMA, TestingRows.groups(SCHEMA, rows));
    return ParquetSource.open(file, TestingRows.MAPPING);
  }

  private void assertHas(SourceTextCache cache, ParquetSource source, int row) throws IOException {
    assertThat(read(cache, source, row)).as("row " + row).isEqualTo(rows.get(row).text());
  }

  private static Optional<String> read(SourceTextCache cache, ParquetSource source, int row)
      throws IOException {
    return cache
        .text(source, row / GROUP_ROWS, row)
        .map(ByteBuffer::duplicate)
        .map(text -> UTF_8.decode(text).toString());
  }

  /**
   * Sets all bytes of the file but those of the footer to zero, as a disk might: without a change
   * of its length and time.
   */
  private void spoil() throws IOException {
    Path file = directory.resolve("x.parquet");
    FileTime modified = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    java.util.Arrays.fill(bytes, 4, bytes.length * 9 / 10, (byte) 0);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, modified);
  }

  /** A row group has more rows than are read together. */
  @Test
  void shouldReadCarriedColumnsInAnyOrder() throws IOException {
    int count = 3 * RowGroupTexts.RowColumns.ROWS + 70;
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(TestingFile.row(schema).append("token_count", (long) i).append("text", "t" + i));
    }
    Path file =
        TestingFile.PLAIN.rowsPerGroup(count - 30).write(directory.resolve("y"), schema, groups);
    TableSchema carried =
        TableFile.open(file).schema().nullable(List.of("token_count", "score")::contains);
    List<byte[]> expected = TestingTables.records(file, carried);
    ParquetSource source =
        ParquetSource.open(file, TestingRows.MAPPING.carrying(Optional.of(carried)));
    SplittableRandom random = new SplittableRandom(3);
    for (long bytes : new long[] {0, 3_000, PLENTY}) {
      try (SourceTextCache cache = new SourceTextCache(bytes)) {
        for (int i = 0; i < 500; i++) {
          int row = random.nextInt(count);
          int group = row / (count - 30);
          assertThat(cache.text(source, group, row).map(ByteBuffer::duplicate).map(UTF_8::decode))
              .hasToString("Optional[t" + row + "]");
          ByteBuffer columns = cache.columns(source, group, row);
          byte[] copy = new byte[columns.remaining()];
          columns.get(copy);
          assertThat(copy).as("row " + row).isEqualTo(expected.get(row));
        }
      }
    }
  }

  /** Whatever row is asked for first. */
  @ParameterizedTest
  @ValueSource(ints = {0, 7, 250, 299})
  void shouldReadFewLargeCarriedColumnsTogether(int first) throws IOException {
    int size = 100 << 10;
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String dump = (i + "-").repeat(size / (i + "-").length());
      groups.add(TestingFile.row(schema).append("dump", dump).append("text", "t" + i));
    }
    Path file = TestingFile.PLAIN.rowsPerGroup(ROWS).write(directory.resolve("z"), schema, groups);
    TableSchema carried = TableFile.open(file).schema().nullable("dump"::equals);
    List<byte[]> expected = TestingTables.records(file, carried);
    RowGroupTexts texts =
        new RowGroupTexts(
            ParquetSource.open(file, TestingRows.MAPPING.carrying(Optional.of(carried))), 0);

    texts.columns(first);
    assertThat(texts.bytes())
        .isPositive()
        .isLessThan(RowGroupTexts.RowColumns.MOST_BYTES + 2 * size);

    SplittableRandom random = new SplittableRandom(first);
    for (int i = 0; i < 100; i++) {
      int row = random.nextInt(ROWS);
      assertThat(texts.columns(row)).as("row " + row).isEqualTo(ByteBuffer.wrap(expected.get(row)));
      if (i % 10 == 0) {
        texts.drop(Long.MAX_VALUE);
      }
    }
    texts.closeUnlessRead();
  }

  @Test
  void shouldReadTheRowsBesideOneWhoseColumnsAreTooLarge() throws Exception {
    int large = 5;
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String dump = i == large ? "d".repeat(600 << 10) : "d" + i;
      groups.add(TestingFile.row(schema).append("dump", dump).append("text", "t" + i));
    }
    Path file = TestingFile.PLAIN.write(directory.resolve("large"), schema, groups);
    TableSchema carried = TableFile.open(file).schema().nullable("dump"::equals);
    List<byte[]> expected = TestingTables.records(file, carried);
    ParquetSource source =
        ParquetSource.open(file, TestingRows.MAPPING.carrying(Optional.of(carried)));
    List<Long> tooLarge = new ArrayList<>();

    source.read(
        0,
        row -> {
          if (row.rejection().isPresent()) {
            tooLarge.add(row.row());
            assertThat(row.rejection())
                .contains(
                    RowRejection.of(
                        "oversize_columns",
                        "the columns selected by output.columns take 614,404 bytes, but at most"
                            + " 524,288 are allowed"));
            for (int i = 0; i < 2; i++) {
              assertThatThrownBy(row::columns)
                  .isInstanceOf(SourceFormatException.class)
                  .hasMessageContaining("row 5: the row has 614,404 bytes");
            }
          }
        });
    assertThat(tooLarge).containsExactly((long) large);
    try (SourceTextCache cache = new SourceTextCache(PLENTY)) {
      for (int row : new int[] {4, 6, 11, 0}) {
        ByteBuffer columns = cache.columns(source, 0, row);
        assertThat(columns).isEqualTo(ByteBuffer.wrap(expected.get(row)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PARQUET_1_0,false,64000000",
    "PARQUET_1_0,true,64000000",
    "PARQUET_2_0,false,0",
    "PARQUET_2_0,true,20000",
    "PARQUET_1_0,false,20000"
  })
  void shouldReadRowsInAnyOrder(WriterVersion version, boolean dictionary, long bytes)
      throws IOException {
    ParquetSource source =
        write(new TestingFile(CompressionCodecName.ZSTD, version, dictionary, GROUP_ROWS));
    SplittableRandom random = new SplittableRandom(9);
    try (SourceTextCache cache = new SourceTextCache(bytes)) {
      for (int i = 0; i < 2000; i++) {
        assertHas(cache, source, random.nextInt(ROWS));
      }
    }
  }

  @Test
  void shouldReadAPageOnce() throws IOException {
    ParquetSource source = write(TestingFile.PLAIN.rowsPerGroup(GROUP_ROWS));
    try (SourceTextCache cache = new SourceTextCache(PLENTY)) {
      for (int row = 0; row < ROWS; row++) {
        assertHas(cache, source, row);
      }
      spoil();
      for (int row = 0; row < ROWS; row++) {
        assertHas(cache, source, row);
      }
    }
  }

  @Test
  void shouldKeepTheRowGroupsThatWereReadLast() throws IOException {
    ParquetSource source = write(TestingFile.PLAIN.rowsPerGroup(GROUP_ROWS));
    long group = source.uncompressedBytes(1) + 64 * GROUP_ROWS;
    try (SourceTextCache cache = new SourceTextCache(2 * group)) {
      for (int row = 0; row < ROWS; row++) {
        assertHas(cache, source, row);
      }
      spoil();
      assertHas(cache, source, 2 * GROUP_ROWS);
      assertThatThrownBy(() -> read(cache, source, 0)).isInstanceOf(SourceFormatException.class);
    }
  }

  @Test
  void shouldReadAgainWhatWasForgotten() throws IOException {
    ParquetSource source = write(TestingFile.PLAIN.rowsPerGroup(GROUP_ROWS));
    try (SourceTextCache cache = new SourceTextCache(PLENTY)) {
      assertHas(cache, source, 5);
      spoil();
      cache.forget(source);

      assertThatThrownBy(() -> read(cache, source, 5))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("row group 0: row 5");
    }
  }

  @Test
  void shouldServeSeveralThreads() throws Exception {
    ParquetSource source = write(TestingFile.PLAIN.rowsPerGroup(GROUP_ROWS));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (SourceTextCache cache = new SourceTextCache(100_000)) {
      List<Callable<Void>> readers = new ArrayList<>();
      for (int reader = 0; reader < 4; reader++) {
        SplittableRandom random = new SplittableRandom(reader);
        readers.add(
            () -> {
              for (int i = 0; i < 2000; i++) {
                assertHas(cache, source, random.nextInt(ROWS));
              }
              return null;
            });
      }
      for (Future<Void> reader : threads.invokeAll(readers)) {
        reader.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
