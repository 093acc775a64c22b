package dev.sluice.storage.page;

import static dev.sluice.storage.source.TestingRows.MAPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceLayout;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.table.TestingTables;
import dev.sluice.storage.testing.MutatedFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes: rows or a format error, soon, and without memory the file does not cover. */
@Timeout(180)
class BrokenFileTest {
  private static final long MAX_ALLOCATED_BYTES = 16 << 20;
  private static final String JAVA_WORDS =
      "java\\.|Exception|Error\\b|Cannot invoke|\\bnull\\b|out of bounds|org\\.apache|com\\.github"
          + "|server|Remote side|Index \\d|length \\d|arraycopy|capacity|No enum";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path directory;

  static Stream<TestingFile> formats() {
    return Stream.of(
        new TestingFile(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0, false, 20),
        new TestingFile(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_2_0, false, 20),
        new TestingFile(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, true, 20),
        new TestingFile(CompressionCodecName.ZSTD, WriterVersion.PARQUET_2_0, true, 20),
        new TestingFile(CompressionCodecName.GZIP, WriterVersion.PARQUET_1_0, true, 20),
        new TestingFile(CompressionCodecName.LZ4_RAW, WriterVersion.PARQUET_2_0, false, 20),
        new TestingFile(CompressionCodecName.LZ4, WriterVersion.PARQUET_1_0, false, 20));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void shouldSurviveAnyChangedByte(TestingFile format) throws Exception {
    byte[] sound = sound(format);
    Random random = new Random(7);
    int broken = 0;
    for (int at = random.nextInt(20); at < sound.length; at += 1 + random.nextInt(80)) {
      byte[] bytes = sound.clone();
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      broken += readsAsBroken(bytes) ? 1 : 0;
    }
    assertThat(broken).isPositive();
  }

  /** The longest number of 32 bits in the place of whatever was there. */
  @ParameterizedTest
  @MethodSource("formats")
  void shouldNotBelieveAbsurdLengths(TestingFile format) throws Exception {
    byte[] sound = sound(format);
    byte[] absurd = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07};
    Random random = new Random(8);
    for (int at = random.nextInt(20); at < sound.length - 5; at += 1 + random.nextInt(80)) {
      byte[] bytes = sound.clone();
      System.arraycopy(absurd, 0, bytes, at, absurd.length);
      readsAsBroken(bytes);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void shouldRefuseAFileThatIsCutOff(TestingFile format) throws Exception {
    byte[] sound = sound(format);
    for (int length = 0; length < sound.length; length += 1 + length / 12) {
      byte[] bytes = Arrays.copyOf(sound, length);
      assertThat(readsAsBroken(bytes)).as("%d of %d bytes", length, sound.length).isTrue();
    }
  }

  @Test
  void shouldRefuseWhatIsNotParquetOrEncrypted() throws Exception {
    assertRefused(new byte[0], "not a Parquet file: it has only 0 bytes");
    assertRefused("{\"text\": \"hello\"}".getBytes(StandardCharsets.UTF_8), "do not end in PAR1");
    byte[] encrypted = sound(TestingFile.PLAIN);
    encrypted[encrypted.length - 1] = 'E';
    assertRefused(encrypted, "encrypted");
    byte[] longFooter = sound(TestingFile.PLAIN);
    longFooter[longFooter.length - 5] = 0x7F;
    assertRefused(longFooter, "declares a footer of");
  }

  @Test
  void shouldHandOutTheRowsBeforeABrokenPage() throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(60);
    byte[] bytes = sound(TestingFile.PLAIN.rowsPerGroup(20));
    Path file = Files.write(directory.resolve("broken.parquet"), bytes);
    ColumnChunkSpan text = textOfRowGroup(file, 1);
    bytes[Math.toIntExact(text.offset() + text.compressedBytes() - 20)] ^= 1;
    Files.write(file, bytes);

    ParquetSource source = ParquetSource.open(file, MAPPING);
    List<TestingRows.Row> read = new ArrayList<>();
    source.read(0, row -> read.add(TestingRows.copy(row)));
    assertThatThrownBy(() -> source.read(1, row -> read.add(TestingRows.copy(row))))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageStartingWith(file + ": row group 1: row 32: a page has the checksum ");
    assertThat(read).isEqualTo(rows.subList(0, 32));
  }

  @Test
  void shouldRefuseNamesThatAreNotUtf8() throws Exception {
    byte[] bytes = sound(TestingFile.PLAIN);
    Path file = Files.write(directory.resolve("sound.parquet"), bytes);
    int at = Math.toIntExact(SourceFooter.read(file).position());
    while (bytes[at] != 'd' || bytes[at + 1] != 'u' || bytes[at + 2] != 'm') {
      at++;
    }
    bytes[at] = (byte) 0xFF;

    assertRefused(bytes, "broken schema: a column's name is not UTF-8");
  }

  /** Without checksums the last page would read on into what follows, and nobody would know. */
  @Test
  void shouldRefuseAFileFromWhichBytesAreMissing() throws Exception {
    for (TestingFile format : formats().map(TestingFile::unchecked).toList()) {
      byte[] sound = sound(format);
      Path file = Files.write(directory.resolve("sound.parquet"), sound);
      for (int group = 0; group < 3; group++) {
        ColumnChunkSpan text = textOfRowGroup(file, group);
        int at = Math.toIntExact(text.offset() + text.compressedBytes() - 9);
        byte[] bytes = new byte[sound.length - 2];
        System.arraycopy(sound, 0, bytes, 0, at);
        System.arraycopy(sound, at + 2, bytes, at, bytes.length - at);

        assertRefused(bytes, "the file is truncated");
      }
    }
  }

  private static ColumnChunkSpan textOfRowGroup(Path file, int number) throws IOException {
    return new SourceLayout(SourceFooter.read(file), MAPPING).groups().get(number).text();
  }

  private void assertRefused(byte[] bytes, String reason) throws IOException {
    Path file = Files.write(directory.resolve("refused.parquet"), bytes);
    assertThatThrownBy(() -> ParquetSource.open(file, MAPPING))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  private byte[] sound(TestingFile format) throws IOException {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    Path file = directory.resolve("sound.parquet");
    format.write(file, schema, TestingRows.groups(schema, TestingRows.documents(60)));
    return Files.readAllBytes(file);
  }

  /** Each number of the footer, and of the pages fewer: those are changed above, too. */
  @ParameterizedTest
  @MethodSource("formats")
  void shouldReportWhatIsWrongInWordsAboutTheFile(TestingFile format) throws Exception {
    byte[] sound = sound(format);
    Path path = Files.write(directory.resolve("sound.parquet"), sound);
    int footer = Math.toIntExact(SourceFooter.read(path).position());
    int[] values = {0, 0x15, 0x7F};
    for (int at = 4; at < Math.min(sound.length - 8, footer + 400); at += at < footer ? 61 : 5) {
      byte[] bytes = sound.clone();
      bytes[at] = (byte) values[at % values.length];
      readsAsBroken(bytes);
      readsAsBrokenTable(bytes);
    }
  }

  private void readsAsBrokenTable(byte[] bytes) throws Exception {
    Path file = new MutatedFile(directory.resolve("table.parquet")).write(bytes);
    try {
      TableFile table = TableFile.open(file);
      table.dictionaryColumns();
      for (int group = 0; group < table.rowGroups(); group++) {
        table.pageBytes(group);
      }
      TestingTables.records(file, table.schema());
    } catch (SourceFormatException e) {
      assertThat(e.reason()).doesNotContainPattern(JAVA_WORDS);
    }
  }

  /** Anything but rows and a format error fails the test by itself. */
  private boolean readsAsBroken(byte[] bytes) throws Exception {
    Path file = new MutatedFile(directory.resolve("changed.parquet")).write(bytes);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      ParquetSource source = ParquetSource.open(file, MAPPING);
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(group, row -> {});
      }
      return false;
    } catch (SourceFormatException e) {
      assertThat(e).hasMessageStartingWith(file + ": ");
      assertThat(e.reason()).doesNotContainPattern(JAVA_WORDS);
      return true;
    } finally {
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_ALLOCATED_BYTES);
    }
  }
}
