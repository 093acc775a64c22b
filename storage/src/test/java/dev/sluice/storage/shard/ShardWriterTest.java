package dev.sluice.storage.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.PageCompressor.KnownPages;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ShardWriterTest {
  private static final int PAGE_BYTES = 4 << 10;
  private static final int ROW_GROUP_BYTES = 32 << 10;
  private static final SortedMap<String, String> NO_FOOTER = Collections.emptySortedMap();

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(ShardCompression.class)
  void shouldGiveBackTheRowsItWasGiven(ShardCompression compression) throws Exception {
    List<ShardRow> rows = rows(500);
    Path file = directory.resolve("shard.parquet");

    ShardFile shard = write(format(compression), file, rows);

    assertThat(shard.path()).isEqualTo(file);
    assertThat(shard.rows()).isEqualTo(500);
    assertThat(shard.bytes()).isEqualTo(Files.size(file));
    assertThat(shard.sha256()).isEqualTo(sha256(file));
    List<TestingRows.Row> read = TestingRows.read(file, TestingRows.MAPPING);
    assertThat(read).hasSize(500);
    for (int i = 0; i < 500; i++) {
      assertThat(read.get(i).id()).hasValue(new String(rows.get(i).id(), StandardCharsets.UTF_8));
      assertThat(read.get(i).text()).hasValue(text(rows.get(i)));
      assertThat(read.get(i).score()).hasValue(rows.get(i).score());
      assertThat(read.get(i).dump()).isEqualTo(rows.get(i).dump());
    }
  }

  /**
   * A change of these bytes is a change of every output there is: it needs a new format version.
   */
  @Test
  void shouldWriteTheSameBytesAsEver() throws Exception {
    Assumptions.assumeTrue(System.getProperty("os.arch").equals("amd64"), "bytes are per platform");
    SortedMap<String, String> footer = new TreeMap<>();
    for (String key : List.of("sluice.rows", "sluice.bucket", "sluice.dump", "sluice.format")) {
      footer.put(key, "value of " + key);
    }
    ShardWriter writer =
        new ShardWriter(format(ShardCompression.ZSTD), directory.resolve("golden.parquet"));
    for (ShardRow row : rows(500)) {
      writer.write(row);
    }

    assertThat(writer.close(footer).sha256())
        .isEqualTo("ed3be028500e1623dcda4fd93372dec337fbba3eb4aa4e4c5c0c5984bbb145d4");
  }

  @ParameterizedTest
  @EnumSource(ShardCompression.class)
  void shouldWriteTheSameBytesWhateverWasWrittenBefore(ShardCompression compression)
      throws Exception {
    ShardFormat format = format(compression);
    ShardFile first = write(format, directory.resolve("first.parquet"), rows(300));
    write(format, directory.resolve("between.parquet"), rows(77));

    ShardFile second = write(format, directory.resolve("second.parquet"), rows(300));

    assertThat(second.sha256()).isEqualTo(first.sha256());
  }

  @ParameterizedTest
  @EnumSource(value = ShardCompression.class, mode = Mode.EXCLUDE, names = "NONE")
  void shouldCompressOnlyPagesThatDifferFromThoseOfAShard(ShardCompression compression)
      throws Exception {
    ShardFormat format = format(compression);
    Path shard = write(format, directory.resolve("shard.parquet"), rows(500)).path();
    int dictionaries = ParquetSource.open(shard, TestingRows.MAPPING).rowGroups();

    assertThat(compressedAgain(format, shard, -1)).isEqualTo(dictionaries);
    assertThat(compressedAgain(format, shard, 0)).isGreaterThan(dictionaries);
    assertThat(compressedAgain(format, shard, 400)).isGreaterThan(dictionaries);
  }

  /**
   * Writes a shard again without a row while its pages are known, and compares the file with one
   * that is written without such knowledge.
   *
   * @return the number of pages that were compressed
   */
  private int compressedAgain(ShardFormat format, Path shard, int leftOut) throws Exception {
    AtomicInteger compressed = new AtomicInteger();
    ColumnBuffers pages = ColumnBuffers.ofHeap();
    KnownPages known =
        (page, length) -> {
          Optional<ByteBuffer> stored = pages.storedForm(page, length);
          compressed.addAndGet(stored.isPresent() ? 0 : 1);
          return stored;
        };
    List<ShardRow> rows = rows(500);
    ShardWriter writer =
        new ShardWriter(format, directory.resolve("again" + leftOut + ".parquet"), known);
    ParquetSource.open(shard, TestingRows.MAPPING)
        .read(
            pages,
            row -> {
              if (row.row() != leftOut) {
                writer.write(rows.get((int) row.row()));
              }
            });
    if (leftOut >= 0) {
      rows.remove(leftOut);
    }
    Path plain = directory.resolve("plain" + leftOut + ".parquet");
    assertThat(writer.close(NO_FOOTER).sha256()).isEqualTo(write(format, plain, rows).sha256());
    return compressed.get();
  }

  @Test
  void shouldSortTheFooterAndHoldNothingElse() throws Exception {
    Path file = directory.resolve("footer.parquet");
    SortedMap<String, String> footer = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      footer.put("sluice.key-" + i * 7919 % 40, "Wert ü " + i);
    }
    ShardWriter writer = new ShardWriter(format(ShardCompression.ZSTD), file);

    writer.close(footer);

    assertThat(SourceFooter.read(file).data().getKey_value_metadata())
        .extracting(KeyValue::getKey)
        .containsExactlyElementsOf(footer.keySet());
    assertThat(SourceFooter.read(file).data().getCreated_by()).startsWith("parquet-mr version 1.");
  }

  @Test
  void shouldRefuseAFooterThatIsTooLarge() {
    ShardWriter writer =
        new ShardWriter(format(ShardCompression.ZSTD), directory.resolve("footer.parquet"));
    SortedMap<String, String> footer = new TreeMap<>();
    footer.put("key", "x".repeat(ShardWriter.MAX_FOOTER_BYTES));

    assertThatThrownBy(() -> writer.close(footer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("footer entries of 16403 bytes exceed the maximum of 16384");
  }

  @Test
  void shouldWriteTheColumnsAskedForInTheirOrder() throws Exception {
    Path file = directory.resolve("columns.parquet");
    ShardFormat format =
        new ShardFormat(
            List.of("score", "text"), ShardCompression.SNAPPY, 3, PAGE_BYTES, ROW_GROUP_BYTES);

    write(format, file, rows(3));

    assertThat(ParquetSource.columns(file))
        .containsExactly("score (double)", "text (binary STRING)");
  }

  @Test
  void shouldNumberRolesAndThenWhatIsCarried() {
    TableSchema carried =
        new TableSchema(
            MessageTypeParser.parseMessageType(
                "message m { optional binary url = 1; optional group tags (LIST) = 9 {"
                    + " repeated group list { optional binary element; } }"
                    + " optional int32 tokens; }"));
    ShardFormat format =
        new ShardFormat(
            List.of("tokens", "dump", "score", "text", "id", "url", "tags"),
            Optional.of(carried),
            ShardCompression.ZSTD,
            3,
            PAGE_BYTES,
            ROW_GROUP_BYTES);

    assertThat(format.schema())
        .isEqualTo(
            MessageTypeParser.parseMessageType(
                "message document { optional int32 tokens = 9; required binary dump (STRING) = 4;"
                    + " required double score = 3; required binary text (STRING) = 2;"
                    + " required binary id (STRING) = 1; optional binary url = 5;"
                    + " optional group tags (LIST) = 6 { repeated group list = 7 {"
                    + " optional binary element = 8; } } }"));
  }

  @Test
  void shouldWriteAFileWithoutRows() throws Exception {
    ShardFile shard =
        write(format(ShardCompression.ZSTD), directory.resolve("empty.parquet"), List.of());

    assertThat(shard.rows()).isZero();
    assertThat(TestingRows.read(shard.path(), TestingRows.MAPPING)).isEmpty();
  }

  @Test
  void shouldNotTouchTheDiskBeforeTheFirstRowGroup() throws Exception {
    Path file = directory.resolve("late.parquet");
    ShardWriter writer = new ShardWriter(format(ShardCompression.NONE), file);

    writer.write(row(0, "text".getBytes(StandardCharsets.UTF_8)));

    assertThat(file).doesNotExist();
    writer.flushRowGroup();
    assertThat(file).exists();
    assertThat(writer.bufferedBytes()).isZero();
  }

  @Test
  void shouldHoldNoMoreThanARowGroupAndARow() throws Exception {
    Random random = new Random(3);
    ShardWriter writer =
        new ShardWriter(format(ShardCompression.ZSTD), directory.resolve("memory.parquet"));
    long highest = 0;
    for (int i = 0; i < 3000; i++) {
      ShardRow row = row(i, noise(random, random.nextInt(200)));
      writer.write(row);
      highest = Math.max(highest, writer.bufferedBytes());
      assertThat(writer.bufferedBytes())
          .isLessThan(ROW_GROUP_BYTES + PAGE_BYTES + (64 << 10) + row.plainBytes());
    }
    assertThat(highest).isGreaterThan(ROW_GROUP_BYTES);
    writer.discard();
  }

  @ParameterizedTest
  @EnumSource(ShardCompression.class)
  void shouldBoundTheFileItWouldClose(ShardCompression compression) throws Exception {
    Random random = new Random(compression.ordinal());
    for (int round = 0; round < 30; round++) {
      ShardFormat format =
          new ShardFormat(ColumnRole.FIELDS, compression, 1, 1 << 10, 1 << 10 + random.nextInt(6));
      ShardWriter writer = new ShardWriter(format, directory.resolve("bound-" + round));
      int rows = random.nextInt(400);
      for (int i = 0; i < rows; i++) {
        ShardRow row = row(i, noise(random, random.nextInt(1 << random.nextInt(13))));
        long before = writer.boundOfFileSize();
        writer.write(row);
        assertThat(writer.boundOfFileSize() - before).isLessThanOrEqualTo(writer.boundOfRow(row));
      }
      long bound = writer.boundOfFileSize();

      assertThat(writer.close(NO_FOOTER).bytes()).isLessThanOrEqualTo(bound);
    }
  }

  @Test
  void shouldKeepTheBoundNearTheFile() throws Exception {
    ShardFormat format =
        new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 3, 64 << 10, 512 << 10);
    ShardWriter writer = new ShardWriter(format, directory.resolve("tight.parquet"));
    Random random = new Random(5);
    for (int i = 0; i < 4000; i++) {
      writer.write(row(i, noise(random, 2000)));
    }
    long bound = writer.boundOfFileSize();

    assertThat(writer.close(NO_FOOTER).bytes()).isGreaterThan(bound * 9 / 10);
  }

  @Test
  void shouldKeepHundredsOpenWithAHandfulOfDescriptors() throws Exception {
    Path descriptors = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(descriptors), "descriptors are counted on Linux");
    long before = count(descriptors);
    List<ShardWriter> writers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ShardWriter writer =
          new ShardWriter(format(ShardCompression.ZSTD), directory.resolve("many-" + i));
      writer.write(row(i, "first".getBytes(StandardCharsets.UTF_8)));
      writer.flushRowGroup();
      writers.add(writer);
    }

    assertThat(count(descriptors)).isLessThan(before + 10);
    ShardWriter last = writers.get(499);
    last.write(row(1, "second".getBytes(StandardCharsets.UTF_8)));
    ShardFile shard = last.close(NO_FOOTER);
    assertThat(TestingRows.read(shard.path(), TestingRows.MAPPING))
        .extracting(row -> row.text().orElseThrow())
        .containsExactly("first", "second");
    writers.forEach(ShardWriter::discard);
    assertThat(count(directory)).isZero();
  }

  @Test
  void shouldLeaveNothingBehindWhenDiscarded() throws Exception {
    Path file = directory.resolve("discarded.parquet");
    ShardWriter writer = new ShardWriter(format(ShardCompression.ZSTD), file);
    writer.discard();
    writer.write(row(0, new byte[10]));
    writer.flushRowGroup();
    writer.write(row(1, new byte[10]));

    writer.discard();
    writer.discard();

    assertThat(file).doesNotExist();
    assertThat(writer.bufferedBytes()).isZero();
  }

  @Test
  void shouldNotOverwriteOrDeleteAFileOfSomeoneElse() throws Exception {
    Path file = Files.writeString(directory.resolve("taken.parquet"), "precious");
    ShardWriter writer = new ShardWriter(format(ShardCompression.ZSTD), file);
    writer.write(row(0, new byte[10]));

    assertThatThrownBy(writer::flushRowGroup).isInstanceOf(FileAlreadyExistsException.class);
    writer.discard();

    assertThat(file).hasContent("precious");
  }

  @Test
  void shouldNoticeThatItsFileWasChanged() throws Exception {
    Path file = directory.resolve("changed.parquet");
    ShardWriter writer = new ShardWriter(format(ShardCompression.ZSTD), file);
    writer.write(row(0, new byte[10]));
    writer.flushRowGroup();
    Files.writeString(file, "something else");
    writer.write(row(1, new byte[10]));

    assertThatThrownBy(writer::flushRowGroup)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was changed or removed by another program");
  }

  @Test
  void shouldRefuseFormatsThatCannotBe() {
    assertThatThrownBy(
            () -> new ShardFormat(List.of("id", "id"), ShardCompression.NONE, 0, 1 << 20, 1 << 20))
        .hasMessage("columns [id, id] must be distinct names from [id, text, score, dump]");
    assertThatThrownBy(
            () -> new ShardFormat(List.of("url"), ShardCompression.NONE, 0, 1 << 20, 1 << 20))
        .hasMessageContaining("columns [url]");
    assertThatThrownBy(
            () -> new ShardFormat(List.of("id"), ShardCompression.ZSTD, 23, 1 << 20, 1 << 20))
        .hasMessage("level 23 must be from 1 to 22");
    assertThatThrownBy(() -> new ShardFormat(List.of("id"), ShardCompression.GZIP, 9, 10, 1 << 20))
        .hasMessage("pageBytes 10 must be from 1024 to 268435456");
  }

  private static ShardFormat format(ShardCompression compression) {
    return new ShardFormat(ColumnRole.FIELDS, compression, 3, PAGE_BYTES, ROW_GROUP_BYTES);
  }

  private static ShardFile write(ShardFormat format, Path file, List<ShardRow> rows)
      throws IOException {
    ShardWriter writer = new ShardWriter(format, file);
    for (ShardRow row : rows) {
      writer.write(row);
    }
    assertThat(writer.rows()).isEqualTo(rows.size());
    return writer.close(NO_FOOTER);
  }

  /** Text between other bytes of its array, some of it repetitive, some not. */
  private static List<ShardRow> rows(int count) {
    Random random = new Random(11);
    List<ShardRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder("<<");
      for (int word = random.nextInt(60); word > 0; word--) {
        text.append(i % 3 == 0 ? "größer " : Long.toString(random.nextLong(), 36));
      }
      byte[] bytes = text.append(">>").toString().getBytes(StandardCharsets.UTF_8);
      rows.add(
          new ShardRow(
              ("<urn:uuid:" + i + ">").getBytes(StandardCharsets.UTF_8),
              bytes,
              2,
              bytes.length - 4,
              random.nextInt(40) / 8.0,
              "CC-MAIN-2024-" + (10 + i / 100)));
    }
    return rows;
  }

  private static ShardRow row(int number, byte[] text) {
    byte[] id = ("id-" + number).getBytes(StandardCharsets.UTF_8);
    return new ShardRow(id, text, 0, text.length, number / 7.0, "CC-MAIN-2024-" + number % 10);
  }

  private static byte[] noise(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(ShardRow row) {
    return new String(row.text(), row.textOffset(), row.textLength(), StandardCharsets.UTF_8);
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  private static String sha256(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }
}
